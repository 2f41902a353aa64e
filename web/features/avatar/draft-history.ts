import { type AvatarDraft, rebaseDraft } from "#domain/avatar/avatar-changes.ts";
import type { HatSlot } from "#domain/avatar/slots.ts";

export interface DraftStep {
  draft: AvatarDraft;
  lastRemoved: HatSlot;
}

/** The states before and after the current one, nearest first. */
export interface DraftHistory {
  past: readonly DraftStep[];
  now: DraftStep;
  future: readonly DraftStep[];
}

const MAX_STEPS = 100;

export const newHistory = (draft: AvatarDraft): DraftHistory => ({
  past: [],
  now: { draft, lastRemoved: "hat1" },
  future: [],
});

/** Goes on to a new state. States that were taken back are forgotten. */
export const addStep = ({ past, now }: DraftHistory, step: DraftStep): DraftHistory => ({
  past: [now, ...past].slice(0, MAX_STEPS),
  now: step,
  future: [],
});

export function stepBack(history: DraftHistory): DraftHistory {
  const [last, ...past] = history.past;
  return last ? { past, now: last, future: [history.now, ...history.future] } : history;
}

/** Repeats the last step that was taken back, if there is one. */
export function stepForward(history: DraftHistory): DraftHistory {
  const [next, ...future] = history.future;
  return next ? { past: [history.now, ...history.past], now: next, future } : history;
}

/** Moves every state to a bopi that was saved elsewhere, so that no step brings back what it replaced. */
export function rebaseHistory(history: DraftHistory, from: AvatarDraft, to: AvatarDraft): DraftHistory {
  const rebase = (step: DraftStep) => ({ ...step, draft: rebaseDraft(step.draft, from, to) });
  const { past, now, future } = history;
  return { past: past.map(rebase), now: rebase(now), future: future.map(rebase) };
}
