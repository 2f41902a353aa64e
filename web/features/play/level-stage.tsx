import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useNavigate, useSearchParams } from "react-router";
import { formatDuration } from "#domain/duration.ts";
import type { JoinDestination } from "#domain/play/api.ts";
import type { Ghost, LevelPlay } from "#domain/runs/api.ts";
import type { Game, ReplayControls } from "#web/game/game.ts";
import type { GameAction, GameSettings } from "#web/game/game-settings.ts";
import type { FinishedRun } from "#web/game/game-state.ts";
import { holdCelebrations } from "#web/lib/celebrate.ts";
import { useTimeout } from "#web/lib/use-timeout.ts";
import { useUser } from "#web/lib/user.ts";
import type { WorldDocument } from "#web/lib/world-download.ts";
import { loadWithRetries } from "#web/ui/chunks.ts";
import { cx } from "#web/ui/cx.ts";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { toast } from "#web/ui/toast-store.ts";
import type { FinishPanelProps } from "./finish-panel.tsx";
import { toggleFullscreen } from "./fullscreen.ts";
import { Hints } from "./hints.tsx";
import hud from "./hud.module.css";
import { Announcer, Hud, Task } from "./hud.tsx";
import { usePadOffer } from "./other-pads.ts";
import type { PauseMenuProps } from "./pause-menu.tsx";
import styles from "./player.module.css";
import type { ReplayBarProps } from "./replay-bar.tsx";
import type { PersonDialog, RoomPanel } from "./room/room-layer.tsx";
import type { RoomPageProps } from "./room/room-page.tsx";
import type { RoomSession } from "./room/room-session.ts";
import { useRoom } from "./room/use-room.ts";
import type { RunSource } from "./room/wait-for-room.ts";
import { type RunSubmission, submitRun } from "./run-result.ts";
import { encodeLog } from "./saved-runs.ts";
import type { SettingsModalProps } from "./settings-modal.tsx";
import { soloSettings } from "./solo-settings.ts";
import { playerText } from "./text/player.ts";
import { useGameState } from "./use-game-state.ts";
import { useGhost } from "./use-ghost.ts";
import { useVisits } from "./use-visits.ts";

/** Time from the start of play until the rest is loaded. */
const PRELOAD_MS = 1_500;
const settingsModal = lazyPart<SettingsModalProps>(() => import("./settings-modal.tsx"));
const pauseMenu = lazyPart<PauseMenuProps>(() => import("./pause-menu.tsx"));
const finishPanel = lazyPart<FinishPanelProps>(() => import("./finish-panel.tsx"));
const replayBar = lazyPart<ReplayBarProps>(() => import("./replay-bar.tsx"));
const roomPage = lazyPart<RoomPageProps & { onClose: () => void }>(() => import("./room/room-page.tsx"));
const RoomLayer = lazy(() => loadWithRetries(() => import("./room/room-layer.tsx")));
const ignore = () => {};
const noSubscription = () => () => {};

interface Finish {
  run: FinishedRun;
  previousMs: number | null;
  submission: RunSubmission | null;
}

export interface LevelStageProps {
  game: Game;
  document: WorldDocument;
  play: LevelPlay;
  settings: GameSettings;
  changeSettings: (values: Partial<GameSettings>) => void;
  rating: (level: LevelPlay["level"]) => ReactNode;
  /** Where the user joins; null for visitors and for films, which need no room. */
  destination: JoinDestination | null;
  personDialog: (dialog: PersonDialog) => ReactNode;
  onDesktop: (userId: number) => void;
  onLeave: () => void;
  /** Times, ranks or ratings of the level have changed. */
  onPlayChanged: () => void;
}

/** The key of a run that the room knows; null for one that it has no part in. */
function roomKeyOf(session: RoomSession | null, { startTick }: FinishedRun): string | null {
  const key = session?.link.runKey ?? null;
  return key?.endsWith(`-${startTick}`) ? key : null;
}

const sourceOf = ({ link, room }: RoomSession): RunSource => ({
  state: link.state,
  get slot() {
    return link.slot;
  },
  onFinished: (listener) => room.onFinished(listener),
});

/** Saves finished runs, sends those that no room has, and keeps the newest for the screen after it. */
function useFinish(
  { game, document, play, onPlayChanged }: LevelStageProps,
  session: RoomSession | null,
): Finish | null {
  const userId = useUser()?.id ?? null;
  const [finish, setFinish] = useState<Finish | null>(null);
  const submissions = useRef<RunSubmission[]>([]);
  const best = useRef<number | null>(null);
  const onFinish = useEffectEvent((run: FinishedRun) => {
    const previous = [play.own?.time_ms, best.current].filter((ms) => typeof ms === "number");
    const roomKey = roomKeyOf(session, run);
    const isInRoom = session !== null && roomKey !== null && !session.link.isRunAlone;
    const submission = play.clearable
      ? submitRun(
          {
            key: roomKey ?? crypto.randomUUID(),
            levelId: play.level.id,
            title: play.level.title,
            revision: document.revision,
            physics: run.physics,
            startTick: run.startTick,
            ticks: run.ticks,
            log: encodeLog(run.log),
            savedAt: Date.now(),
            userId,
            claimed: false,
          },
          isInRoom ? sourceOf(session) : null,
        )
      : null;
    if (submission) {
      submissions.current.push(submission);
      submission.result.subscribe(() => {
        const result = submission.result.get();
        // The level can be rated now, and its times have changed.
        if (result.at === "sent" && result.run.state === "counted") onPlayChanged();
      });
    }
    setFinish({ run, previousMs: previous.length > 0 ? Math.min(...previous) : null, submission });
    best.current = Math.min(run.ms, best.current ?? run.ms);
  });
  useEffect(() => game.onFinish((run) => onFinish(run)), [game]);
  useEffect(() => {
    const all = submissions.current;
    return () => {
      for (const { stop } of all) stop();
    };
  }, []);
  return finish;
}

export default function LevelStage(props: LevelStageProps) {
  const { game, document: world, play, settings, changeSettings, rating, onLeave } = props;
  const { destination, personDialog, onDesktop } = props;
  const { level, look } = play;
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [menu, setMenu] = useState<"pause" | "settings" | null>(null);
  /** The replay of the run that was just finished. */
  const [ownReplay, setOwnReplay] = useState<{ controls: ReplayControls; ms: number } | null>(null);
  const room = useRoom({
    game,
    levelId: level.id,
    document: world,
    physics: play.physics,
    destination,
    // The same buddy or player is joined there.
    onMoved: (moved) => navigate(`/play/${moved}?${query}`, { replace: true }),
  });
  const { session, isJoined, page, notice } = room;
  const [panel, setPanel] = useState<RoomPanel>(null);
  const finish = useFinish(props, session);
  /** The run whose screen shows again after its replay. */
  const [returned, setReturned] = useState<FinishedRun | null>(null);
  const phase = useGameState(game, (state) => state.phase);
  const device = useGameState(game, (state) => state.device);
  const ghostId = Number(query.get("ghost")) || null;
  const isRace = query.has("race");
  const { ghost, controls, problem } = useGhost(game, play, ghostId, isRace);
  useVisits(level.id, phase, !isJoined);
  // Play comes first: a new spirit level waits for the end of the run.
  useEffect(() => (phase === "finished" ? undefined : holdCelebrations()), [phase]);

  useEffect(() => {
    if (phase === "running") setReturned(null);
  }, [phase]);
  useEffect(() => game.setLook(look), [game, look]);
  useEffect(() => game.setSettings(isJoined ? settings : soloSettings(settings)), [game, settings, isJoined]);
  const isCovered = menu !== null || panel === "players" || page !== null;
  useEffect(() => game.setPaused(isCovered), [game, isCovered]);
  // Menus open at once, even if the connection is lost by then.
  useTimeout(() => {
    for (const part of [pauseMenu, finishPanel, settingsModal, replayBar]) part.preload();
    import("#web/ui/modal-surface.tsx").catch(() => undefined);
  }, PRELOAD_MS);
  usePadOffer(settings, () => setMenu("settings"));
  useEffect(() => {
    if (problem) toast(problem, { tone: "bad" });
  }, [problem]);
  useEffect(() => {
    if (notice) toast(notice);
  }, [notice]);

  const finishHints = useCallback(() => changeSettings({ hints: false }), [changeSettings]);
  const close = useCallback(() => setMenu(null), []);
  const toggleSound = () => changeSettings({ muted: !settings.muted });
  const again = () => {
    setReturned(null);
    if (phase === "finished") game.restart();
  };
  const leaveReplay = () => {
    if (ownReplay) setReturned(finish?.run ?? null);
    setOwnReplay(null);
    game.stopWatching();
    if (ghostId !== null && !isRace && !ownReplay) onLeave();
  };
  const race = (other: Ghost | null) => {
    const next = new URLSearchParams(query);
    next.delete("ghost");
    next.delete("race");
    if (other) {
      next.set("ghost", `${other.run_id}`);
      next.set("race", "1");
    }
    navigate(`/play/${level.id}?${next}`, { replace: true });
    setOwnReplay(null);
    setReturned(null);
    if (phase === "watching") game.stopWatching();
    else game.restart();
  };
  /** Handles the actions of a room. Returns false for others. */
  const handleInRoom = (action: GameAction): boolean => {
    if (!session) return false;
    if (action === "chat") setPanel("chat");
    else if (action === "players") setPanel("players");
    else if (action === "hide_others") changeSettings({ hideOthers: !settings.hideOthers });
    else if (action.startsWith("emote_")) session.room.emote(Number(action.slice(6)) - 1);
    else if (action === "menu" && panel !== null) setPanel(null);
    else if (action === "menu" && session.room.watched.get() !== null) session.room.watch(null);
    else return false;
    return true;
  };
  const onAction = useEffectEvent((action: GameAction) => {
    if (handleInRoom(action)) return;
    if (action === "sound") toggleSound();
    else if (action === "fullscreen") void toggleFullscreen();
    else if (action === "respawn" || action === "restart") again();
    else if (action === "menu") {
      if (menu === null && phase === "watching") leaveReplay();
      else if (menu === null && phase === "finished") onLeave();
      else if (menu === null) setMenu("pause");
      // A dialog handles its keys itself.
      else if (device === "pad") setMenu(null);
    }
  });
  useEffect(() => game.onAction((action) => onAction(action)), [game]);

  const replay = ownReplay ?? (controls && ghost ? { controls, ghost } : null);
  const isFinished =
    finish !== null && (phase === "finished" || (phase === "ready" && returned === finish.run));
  const isWatching = phase === "watching";
  const isFilmLoading = ghostId !== null && !isRace && controls === null && problem === null;
  const isFollowing = useSyncExternalStore(
    session?.room.watched.subscribe ?? noSubscription,
    () => (session?.room.watched.get() ?? null) !== null,
  );
  // Panels of a room take the same place on phones.
  const isAlone = !isWatching && !isFinished && !isFilmLoading && !isFollowing && panel === null;
  const rival = isRace ? (ghost?.user.username ?? null) : null;
  const hasGoal = world.world.goal !== undefined;
  return (
    <div
      className={cx(styles.layer, device === "touch" && hud.touch)}
      {...(device === "touch" && { "data-touch": "" })}
    >
      <h1 className="sr-only" dir="auto">
        {level.title}
      </h1>
      <Announcer game={game} title={level.title} hasGoal={hasGoal} rival={rival} />
      {!isWatching && (
        <Hud
          game={game}
          isBeside={isFinished}
          muted={settings.muted}
          captions={settings.captions}
          rival={rival}
          onMenu={() => setMenu("pause")}
          onSound={toggleSound}
          room={session?.room ?? null}
          keys={device === "keys" ? settings.keys : null}
          panel={panel}
          onPanel={setPanel}
        />
      )}
      {isAlone && (
        <div className={hud.guide}>
          <Task game={game} hasGoal={hasGoal} />
          {settings.hints && <Hints game={game} settings={settings} onDone={finishHints} />}
        </div>
      )}
      {isFinished && (
        <OnDemand
          key={finish.run.startTick}
          part={finishPanel}
          props={{
            play,
            run: finish.run,
            previousMs: finish.previousMs,
            submission: finish.submission,
            rating: rating(level),
            rivalId: isRace ? ghostId : null,
            hasConfetti: phase === "finished" && !settings.reducedMotion,
            onAgain: again,
            onReplay: () => {
              const { log, startTick, physics, ms } = finish.run;
              const controls = game.watch([{ log, startTick, physics, look, name: playerText.you }]);
              setOwnReplay({ controls, ms });
            },
            onRace: race,
            onClose: onLeave,
          }}
        />
      )}
      {isWatching && replay && (
        <OnDemand
          part={replayBar}
          props={{
            ...("ghost" in replay
              ? {
                  owner: replay.ghost.user.username,
                  time: replay.ghost.time_formatted,
                  onRace: () => race(replay.ghost),
                }
              : { owner: null, time: formatDuration(replay.ms) }),
            controls: replay.controls,
            onClose: leaveReplay,
          }}
        />
      )}
      {session && (
        <Suspense>
          <RoomLayer
            session={session}
            level={level}
            settings={settings}
            changeSettings={changeSettings}
            device={device}
            panel={panel}
            onPanel={setPanel}
            watchId={Number(query.get("watch")) || null}
            isPlaying={!isWatching}
            isBeside={isFinished}
            personDialog={personDialog}
          />
        </Suspense>
      )}
      {page && (
        <OnDemand
          part={roomPage}
          props={{
            page,
            levelId: level.id,
            onDesktop: destination?.destination_type === "User" ? () => onDesktop(destination.id) : null,
            onClose: ignore,
          }}
        />
      )}
      {menu === "pause" && (
        <OnDemand
          part={pauseMenu}
          props={{
            game,
            onClose: close,
            onPlayers: session
              ? () => {
                  setMenu(null);
                  setPanel("players");
                }
              : null,
            onSettings: () => setMenu("settings"),
            onLeave,
          }}
        />
      )}
      {menu === "settings" && (
        <OnDemand
          part={settingsModal}
          props={{
            game,
            settings,
            hasRoom: session !== null,
            change: changeSettings,
            onClose: () => setMenu("pause"),
          }}
        />
      )}
    </div>
  );
}
