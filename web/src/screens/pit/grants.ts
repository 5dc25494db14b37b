// Everything a person can be trusted with: roles at tables, then offices.

export const GRANTS = [
  'dealer',
  'game-supervisor',
  'game-inspector',
  'table-inspector',
  'casino-supervisor',
  'assistant-gaming-manager',
  'gaming-manager',
  'casino-operator',
  'casino-employee',
  'management-representative',
  'surveillance',
  'regulator-inspector',
  'tournament-manager',
  'competition-director',
  'scrutineer',
  'admin',
  'auditor',
  'cage',
  'laboratory',
  'service',
] as const
