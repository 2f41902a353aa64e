import { useEffect, useState } from "react";
import type { BuildHint } from "#domain/build/hints.ts";
import type { LevelEditor } from "#web/game/edit/level-editor.ts";
import { loadChunk } from "#web/ui/chunks.ts";
import type { BuildSession } from "../model/build-session.ts";

const importFinder = () => import("./find-hints.ts");

/** Time from the start until hints are looked for. Their code loads with the first search. */
const FIRST_MS = 5_000;
/** Time after a change until hints are looked for, so a series of changes costs one search. */
const PAUSE_MS = 1_200;
/** How long the search waits for the browser to be idle. */
const IDLE_TIMEOUT_MS = 5_000;

/** Calls back when the browser is idle. Safari has no such call. Returns a function that takes it back. */
function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(callback, 0);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(request);
}

/** The hints about the level, up to date a moment after each change. Null until they are known. */
export function useHints(session: BuildSession, editor: LevelEditor): readonly BuildHint[] | null {
  const [hints, setHints] = useState<readonly BuildHint[] | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let cancelIdle = () => {};
    let isOver = false;
    const search = async () => {
      const { isDragging, isTesting } = editor.state.get();
      if (isDragging || isTesting) return schedule();
      const finder = await loadChunk(importFinder).catch(() => null);
      if (finder && !isOver) setHints(finder.findHints(session.model.document));
    };
    const schedule = (pause = PAUSE_MS) => {
      clearTimeout(timer);
      cancelIdle();
      timer = setTimeout(() => {
        cancelIdle = whenIdle(() => void search());
      }, pause);
    };
    schedule(FIRST_MS);
    const stop = session.model.onChange(() => schedule());
    return () => {
      isOver = true;
      stop();
      clearTimeout(timer);
      cancelIdle();
    };
  }, [session, editor]);
  return hints;
}
