import type { Relations } from "./relations.ts";

const NOT_ALLOWED = "You can't watch this player.";
/** Shown to someone whose watched player left or doesn't let them watch anymore. */
export const WATCH_ENDED = "You can't watch this player anymore.";

/** The players of a room who watch another. Anyone who could join a player may watch them (rule 19). */
export class Watching {
  readonly #relations: Pick<Relations, "canWatch">;
  /** Watched users, by viewer. */
  readonly #watched = new Map<number, number>();

  constructor(relations: Pick<Relations, "canWatch">) {
    this.#relations = relations;
  }

  /** Watches a player. Returns why not, or null. Doesn't reveal a block. */
  watch(viewer: number, target: number): string | null {
    if (!this.#relations.canWatch(viewer, target)) return NOT_ALLOWED;
    this.#watched.set(viewer, target);
    return null;
  }

  /** Returns whether they were watching someone. */
  stop(viewer: number): boolean {
    return this.#watched.delete(viewer);
  }

  watchedBy(viewer: number): number | null {
    return this.#watched.get(viewer) ?? null;
  }

  /** A player has left. Returns those who watched them and now watch no one. */
  leave(user: number): number[] {
    this.#watched.delete(user);
    return this.#stopAll((_, target) => target === user);
  }

  /** A player's relations have changed. Returns those who may not watch on and now watch no one. */
  recheck(user: number): number[] {
    return this.#stopAll(
      (viewer, target) => (viewer === user || target === user) && !this.#relations.canWatch(viewer, target),
    );
  }

  #stopAll(isOver: (viewer: number, target: number) => boolean): number[] {
    const stopped = [...this.#watched].filter(([viewer, target]) => isOver(viewer, target));
    for (const [viewer] of stopped) this.#watched.delete(viewer);
    return stopped.map(([viewer]) => viewer);
  }
}
