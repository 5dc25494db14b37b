// The geometry of a card that is folded over: what stays of its back, and where the lifted part comes to lie.

export interface Spot {
  x: number
  y: number
}

export const WIDTH = 100
export const HEIGHT = 140
const DIAGONAL = Math.hypot(WIDTH, HEIGHT)

export interface Fold {
  /** The part of the back that still lies, as points of a polygon. */
  lying: string
  /** The lifted part, folded over. */
  flap: string
  /** Puts the face, printed upright in its own box, onto the flap. */
  face: string
  /** From the fold to the tip, for the shade. */
  shade: { from: Spot; to: Spot }
}

/** The fold that brings what lay at `from` to `to`; none where they are the same. */
export function fold(from: Spot, to: Spot): Fold | null {
  const far = Math.hypot(to.x - from.x, to.y - from.y)
  if (far < 0.5) return null
  const [nx, ny] = [(to.x - from.x) / far, (to.y - from.y) / far]
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const d = middle.x * nx + middle.y * ny
  const height = (at: Spot): number => at.x * nx + at.y * ny - d
  const over = (at: Spot): Spot => ({ x: at.x - 2 * height(at) * nx, y: at.y - 2 * height(at) * ny })
  const corners: Spot[] = [
    { x: 0, y: 0 },
    { x: WIDTH, y: 0 },
    { x: WIDTH, y: HEIGHT },
    { x: 0, y: HEIGHT },
  ]
  const lifted = clip(corners, (at) => -height(at)).map(over)
  // Seen from behind, the face is mirrored; folded over, it is mirrored back.
  const [a, b, c, e] = [1 - 2 * nx * nx, -2 * nx * ny, 1 - 2 * ny * ny, 2 * d]
  const matrix = [-a, -b, b, c, a * WIDTH + nx * e, b * WIDTH + ny * e].map((value) => value.toFixed(4))
  return {
    lying: points(clip(corners, height)),
    flap: points(lifted),
    face: `matrix(${matrix.join(' ')})`,
    shade: { from: middle, to },
  }
}

/** How far a card is peeled, 0 to 1. */
export function peeled(from: Spot, to: Spot): number {
  return Math.min(1, Math.hypot(to.x - from.x, to.y - from.y) / DIAGONAL)
}

/** Where a peel by keyboard takes the corner: mostly along the short side, so that the long edge shows first. */
export function along(corner: Spot, share: number): Spot {
  const [dx, dy] = [corner.x === 0 ? 0.94 : -0.94, corner.y === 0 ? 0.34 : -0.34]
  return { x: corner.x + dx * DIAGONAL * share, y: corner.y + dy * DIAGONAL * share }
}

/** Where a finger takes hold: the nearest corner, or the middle of an edge's length where that is nearer. */
export function grip(at: Spot): Spot {
  const holds: Spot[] = [0, WIDTH].flatMap((x) => [0, HEIGHT].map((y) => ({ x, y })))
  if (at.y > HEIGHT * 0.3 && at.y < HEIGHT * 0.7) return { x: at.x < WIDTH / 2 ? 0 : WIDTH, y: at.y }
  let best = holds[0] as Spot
  for (const hold of holds) {
    if (Math.hypot(hold.x - at.x, hold.y - at.y) < Math.hypot(best.x - at.x, best.y - at.y)) best = hold
  }
  return best
}

/** The part of a polygon where `height` is not negative. */
function clip(polygon: readonly Spot[], height: (at: Spot) => number): Spot[] {
  const kept: Spot[] = []
  polygon.forEach((now, index) => {
    const next = polygon[(index + 1) % polygon.length] as Spot
    const [here, there] = [height(now), height(next)]
    if (here >= 0) kept.push(now)
    if (here * there < 0) {
      const share = here / (here - there)
      kept.push({ x: now.x + (next.x - now.x) * share, y: now.y + (next.y - now.y) * share })
    }
  })
  return kept
}

function points(polygon: readonly Spot[]): string {
  return polygon.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ')
}
