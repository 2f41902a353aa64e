import { useEffect, useState } from "react";
import { formatDuration } from "#domain/duration.ts";
import type { Game } from "#web/game/game.ts";
import type { GameState } from "#web/game/game-state.ts";
import { ticksToMs } from "./play-clock.ts";
import { levelTask, playerText } from "./text/player.ts";

const { announce } = playerText;

/** The sentence for screen readers about a change of the game; null if it needs none. */
export function announcement(
  before: GameState,
  now: GameState,
  level: { title: string; hasGoal: boolean },
): string | null {
  if (before.phase !== now.phase) {
    if (now.phase === "ready") return announce.ready(level.title, levelTask(now.starsTotal, level.hasGoal));
    if (now.phase === "running" && before.phase === "ready") return announce.started;
    if (now.phase === "finished") return announce.finish(formatDuration(ticksToMs(now.ticks)));
  }
  if (now.deaths > before.deaths) return announce.death(now.deaths);
  if (now.starsCollected > before.starsCollected) {
    const isLast = now.starsCollected === now.starsTotal;
    return isLast && level.hasGoal ? announce.allStars : announce.star(now.starsCollected, now.starsTotal);
  }
  if (now.checkpoint > before.checkpoint)
    return announce.checkpoint(now.checkpoint + 1, now.checkpointsTotal);
  return null;
}

export interface AnnouncerProps {
  game: Game;
  title: string;
  hasGoal: boolean;
  /** The name of the ghost that is raced. */
  rival: string | null;
}

/** Announces what happens in the level to screen readers. */
export function Announcer({ game, title, hasGoal, rival }: AnnouncerProps) {
  const [text, setText] = useState("");
  useEffect(() => {
    let before: GameState = { ...game.state.get(), phase: "loading" };
    const update = () => {
      const now = game.state.get();
      const sentence = announcement(before, now, { title, hasGoal });
      before = now;
      if (sentence) setText(sentence);
    };
    update();
    return game.state.subscribe(update);
  }, [game, title, hasGoal]);
  useEffect(() => {
    if (rival !== null) setText(announce.racing(rival));
  }, [rival]);
  return (
    <p className="sr-only" role="status" data-announcer>
      {text}
    </p>
  );
}
