// A promotion as a screen follows it.

import { Following } from './following.svelte.ts'
import type { PromotionCommand, PromotionSaid, PromotionView, Role } from './wire.ts'

export const promotionPath = (name: string): string => `/api/v1/promotions/${encodeURIComponent(name)}`

export class FollowedPromotion extends Following<PromotionView, PromotionCommand, PromotionSaid> {
  /** `asks`: whether somebody is signed in who may say something. */
  constructor(name: string, roles: readonly Role[] = [], asks = false) {
    super([name, promotionPath(name)], roles, asks, 'wrong-promotion-role')
  }
}
