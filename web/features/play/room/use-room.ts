import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { JoinDestination } from "#domain/play/api.ts";
import type { Game } from "#web/game/game.ts";
import type { WorldDocument } from "#web/lib/world-download.ts";
import { loadChunk } from "#web/ui/chunks.ts";
import { roomText } from "../text/room.ts";
import { joinFailure, type LinkState, pageOfCode, type RoomPageKind } from "./join-failure.ts";
import type { RoomSession } from "./room-session.ts";

/** A full-page sentence; `text` replaces its usual one. */
export interface RoomPageState {
  kind: RoomPageKind;
  text: string | null;
}

const ALONE = {
  /** Null without a room: for visitors, in replays, before the code is loaded, and after a failed join. */
  session: null as RoomSession | null,
  /** Whether a room is used, or may be soon. */
  isJoined: false,
  page: null as RoomPageState | null,
  notice: null as string | null,
};
export type RoomUse = typeof ALONE;
const NOT_CLOSED: LinkState = { at: "connecting", code: null, message: null };
const noSubscription = () => () => {};

/** Returns what follows from the state of a session's link. */
function roomUse(session: RoomSession, { at, code, message }: LinkState, isFollowing: boolean): RoomUse {
  if (at !== "closed") return { session, isJoined: true, page: null, notice: null };
  const kind = pageOfCode(code);
  if (kind) return { ...ALONE, page: { kind, text: code === null ? null : message } };
  const { error } = session;
  if (error?.code === "moved") return ALONE;
  const text = error?.message || message || roomText.noRoom;
  const failure = joinFailure(error?.code ?? "unknown", text, isFollowing);
  if ("notice" in failure) return { ...ALONE, notice: failure.notice };
  return { ...ALONE, page: { kind: failure.page, text: failure.text } };
}

const importSession = () => import("./room-session.ts");

interface RoomOptions {
  game: Game;
  levelId: number;
  document: WorldDocument;
  physics: number;
  /** Null for a level that is played alone. */
  destination: JoinDestination | null;
  /** The player to join is in another level by now. */
  onMoved: (levelId: number) => void;
}

export function useRoom({ game, levelId, document, physics, destination, onMoved }: RoomOptions): RoomUse {
  const [session, setSession] = useState<RoomSession | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const state = useSyncExternalStore(
    session?.link.state.subscribe ?? noSubscription,
    session?.link.state.get ?? (() => NOT_CLOSED),
  );
  const { revision } = document;
  const move = useEffectEvent((level: number) => onMoved(level));
  const type = destination?.destination_type;
  const id = destination?.id;
  const instance = destination?.instance;
  useEffect(() => {
    if (type === undefined || id === undefined) return;
    let isOver = false;
    let opened: RoomSession | undefined;
    const open = async () => {
      const module = await loadChunk(importSession);
      if (isOver) return;
      const next = await module.RoomSession.open({
        game,
        levelId,
        revision,
        physics,
        destination: { destination_type: type, id, instance },
        onMoved: (level) => {
          if (!isOver) move(level);
        },
      });
      if (isOver) return next.close();
      opened = next;
      setSession(next);
    };
    open().catch((error: unknown) => {
      if (isOver) return;
      reportError(error);
      setFailed(true);
    });
    return () => {
      isOver = true;
      opened?.close();
      setSession(null);
      setFailed(false);
    };
  }, [game, levelId, revision, physics, type, id, instance]);
  if (type === undefined) return ALONE;
  if (hasFailed) return { ...ALONE, notice: roomText.noRoom };
  if (!session) return { ...ALONE, isJoined: true };
  return roomUse(session, state, type === "User");
}
