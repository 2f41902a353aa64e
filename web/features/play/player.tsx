import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useNavigate, useSearchParams } from "react-router";
import { isValidParam } from "#domain/api/params.ts";
import type { JoinDestination } from "#domain/play/api.ts";
import { epochAt, exactTickAt } from "#domain/room/epoch.ts";
import { type LevelPlay, levelPlayRoute } from "#domain/runs/api.ts";
import { ResponseError } from "#web/lib/api.ts";
import { at, invalidate } from "#web/lib/cache.ts";
import { useListener } from "#web/lib/listen.ts";
import { queryFor } from "#web/lib/query.ts";
import { type RoomTicket, startRoomTicket } from "#web/lib/room-ticket.ts";
import { useTitle } from "#web/lib/title.ts";
import { useGameSettings } from "#web/lib/use-game-settings.ts";
import { useTimeout } from "#web/lib/use-timeout.ts";
import { useUser } from "#web/lib/user.ts";
import { hasWebGl } from "#web/scene/web-gl.ts";
import { loadWithRetries } from "#web/ui/chunks.ts";
import { LoadError } from "./load-error.tsx";
import { GameLoadError, type LoadedGame, type LoadProblem, loadGame, loadProgress } from "./load-game.ts";
import { LoadingScreen } from "./loading-screen.tsx";
import styles from "./player.module.css";
import type { PersonDialog } from "./room/room-layer.tsx";
import { soloSettings } from "./solo-settings.ts";
import { playerLoadText } from "./text/player-load.ts";

/** The path of the page before this one in the tab's history, where the browser says. */
function previousPath(): string | null {
  // Older browsers have no such list.
  const history = window.navigation as Navigation | undefined;
  const url = history?.entries()[(history.currentEntry?.index ?? 0) - 1]?.url;
  return url ? new URL(url).pathname : null;
}

/** Returns a function that leads to the level's page: back to it if it was the page before, so Back doesn't return here. */
function useLeaveLevel(levelUrl: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    if (previousPath() === levelUrl) navigate(-1);
    else navigate(levelUrl, { replace: true });
  }, [navigate, levelUrl]);
}

const FADE_MS = 400;
/** Loads once the level can be played, under the fading loading screen. */
const LevelStage = lazy(() => loadWithRetries(() => import("./level-stage.tsx")));

type Load =
  | { at: "loading" }
  | { at: "failed"; problem: LoadProblem; detail: string | null }
  | ({ at: "ready" } & LoadedGame);

function playProblem(error: Error): { problem: LoadProblem; detail: string | null } {
  if (!(error instanceof ResponseError) || error.status === 0) return { problem: "offline", detail: null };
  return error.status === 404
    ? { problem: "missing", detail: null }
    : { problem: "world", detail: error.message };
}

interface PlayerProps {
  levelId: number;
  /** The level's rating and the user's own; `refresh` refetches the level. */
  rating: (level: LevelPlay["level"], refresh: () => void) => ReactNode;
  personDialog: (dialog: PersonDialog) => ReactNode;
  onDesktop: (userId: number, levelId: number) => void;
}

/** Where a member joins: someone they follow, or the level. Films need no room, and visitors play alone. */
function useDestination(levelId: number): JoinDestination | null {
  const [query] = useSearchParams();
  if (!useUser() || (query.has("ghost") && !query.has("race"))) return null;
  const followed = query.get("with") ?? query.get("watch");
  if (followed && isValidParam("id", followed)) return { destination_type: "User", id: Number(followed) };
  const instance = /^1?\d?\d$/.exec(query.get("instance") ?? "");
  return { destination_type: "Level", id: levelId, ...(instance && { instance: Number(instance[0]) }) };
}

/** Sets the game's clock to the room's, so that a run can begin before the room is joined. */
const setClock = (game: LoadedGame["game"], ticket: Promise<RoomTicket>): void =>
  void ticket.then(
    ({ now_ms, receivedAt }) =>
      game.setClock(exactTickAt(now_ms + performance.now() - receivedAt, epochAt(now_ms))),
    () => {},
  );

/** A level with its loading screen. Another level is another player. */
export function Player({ levelId, rating, personDialog, onDesktop }: PlayerProps) {
  const client = useQueryClient();
  const play = useQuery(queryFor(levelPlayRoute, { params: { id: levelId } }));
  const refresh = () => void invalidate(client, [at("/api/levels/{id}/play", { id: levelId })]);
  const level = play.data?.level;
  const levelUrl = `/levels/${levelId}`;
  const leave = useLeaveLevel(levelUrl);
  const [settings, changeSettings] = useGameSettings();
  const [attempt, setAttempt] = useState(0);
  const [progress, setProgress] = useState(loadProgress);
  const [load, setLoad] = useState<Load>(
    hasWebGl() ? { at: "loading" } : { at: "failed", problem: "no_webgl", detail: null },
  );
  const [isRevealed, setRevealed] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const destination = useDestination(levelId);
  const [start] = useState({ settings, destination });
  useTitle(level ? playerLoadText.title(level.title) : playerLoadText.page);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    if (!canvas.current || !overlay.current || !hasWebGl()) return;
    const controller = new AbortController();
    const { signal } = controller;
    // At the same time as the level's document.
    const ticket = start.destination && startRoomTicket(start.destination);
    ticket?.catch(() => {});
    let loaded: LoadedGame | undefined;
    loadGame({
      levelId,
      canvas: canvas.current,
      overlay: overlay.current,
      // New keys would release those that are held when the room is joined.
      settings: start.destination ? start.settings : soloSettings(start.settings),
      labels: { jump: playerLoadText.jump },
      progress,
      signal,
    }).then(
      (game) => {
        loaded = game;
        if (signal.aborted) return game.game.dispose();
        if (ticket) setClock(game.game, ticket);
        setLoad({ at: "ready", ...game });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        const { problem, detail } = error instanceof GameLoadError ? error : new GameLoadError("build");
        setLoad({ at: "failed", problem, detail });
      },
    );
    return () => {
      controller.abort();
      loaded?.game.dispose();
    };
  }, [levelId, attempt]);

  const isReady = load.at === "ready" && play.data !== undefined;
  useTimeout(() => setRevealed(true), isReady ? FADE_MS : null);
  // A running level uses the key itself.
  useListener(window, "keydown", ({ key }: KeyboardEvent) => !isReady && key === "Escape" && leave());

  const retry = () => {
    setProgress(loadProgress());
    setLoad({ at: "loading" });
    setAttempt((count) => count + 1);
    if (play.isError) void play.refetch();
  };
  const failure = load.at === "failed" ? load : play.isError && !play.data ? playProblem(play.error) : null;
  const textSize = { "--text-size": settings.textSize } as CSSProperties;
  return (
    <div className={styles.screen} style={textSize} data-player={isReady ? "ready" : load.at}>
      {/* A new attempt gets a new canvas, because a lost one can't be used again. */}
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the level uses the keyboard itself */}
      <canvas
        key={attempt}
        ref={canvas}
        className={styles.canvas}
        role="application"
        aria-label={playerLoadText.canvas(level?.title ?? playerLoadText.page)}
        inert={failure !== null}
      />
      <div key={`overlay ${attempt}`} ref={overlay} className={styles.overlay} />
      {load.at === "ready" && play.data && (
        <Suspense>
          <LevelStage
            game={load.game}
            document={load.document}
            play={play.data}
            settings={settings}
            changeSettings={changeSettings}
            rating={(shown) => rating(shown, refresh)}
            destination={destination}
            personDialog={personDialog}
            onDesktop={(userId) => onDesktop(userId, levelId)}
            onLeave={leave}
            onPlayChanged={refresh}
          />
        </Suspense>
      )}
      {!failure && !isRevealed && (
        <LoadingScreen
          level={level}
          levelUrl={levelUrl}
          progress={progress}
          leaving={isReady}
          onLeave={leave}
        />
      )}
      {failure && <LoadError {...failure} levelUrl={levelUrl} onRetry={retry} />}
    </div>
  );
}
