export const ROLES = ["member", "moderator", "admin"] as const;
export type Role = (typeof ROLES)[number];

export interface Actor {
  id: number;
  role: Role;
}

export const isStaff = (actor: Actor | null): boolean => actor !== null && actor.role !== "member";
