import type { PushKind } from "#domain/push/rules.ts";

/** A push message for a member's devices. Repeating it replaces the notification instead of adding one. */
export interface PushJob {
  user_id: number;
  kind: PushKind;
  /** The member who caused it, or null. */
  actor: number | null;
  /** The subject: an item's name. Never a message's text. */
  title: string;
  url: string;
  /** Notifications with the same tag replace each other. */
  tag: string;
  /** Only these subscriptions: those that failed before. */
  only?: number[];
  attempt?: number;
}
