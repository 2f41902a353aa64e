import { Menu, MessageCircle, Smile, Star, Users, Volume2, VolumeX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { formatDuration } from "#domain/duration.ts";
import type { Game } from "#web/game/game.ts";
import type { KeyBindings } from "#web/game/game-settings.ts";
import type { GameNotice, GameState } from "#web/game/game-state.ts";
import type { GameRoom } from "#web/game/room/game-room.ts";
import { useKeyboardLayout } from "#web/lib/keyboard-layout.ts";
import { useTimeout } from "#web/lib/use-timeout.ts";
import { cx } from "#web/ui/cx.ts";
import styles from "./hud.module.css";
import { HudButton } from "./hud-button.tsx";
import { keyName } from "./key-names.ts";
import { playClock, secondsApart, ticksToMs } from "./play-clock.ts";
import type { RoomPanel } from "./room/room-layer.tsx";
import { useStore } from "./room/use-store.ts";
import { levelTask, playerText } from "./text/player.ts";
import { roomText } from "./text/room.ts";
import { useGameState } from "./use-game-state.ts";

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

interface AnnouncerProps {
  game: Game;
  title: string;
  hasGoal: boolean;
  rival: string | null;
}

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

/** How long a word or a caption stays. */
const WORD_MS = 1_000;
const CAPTION_MS = 1_500;

/** The run's time. It writes into the page itself, so nothing renders again while time passes. */
function Clock({ game }: { game: Game }) {
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = () => {
      const time = playClock(game.state.get().ticks);
      if (text.current && text.current.textContent !== time) text.current.textContent = time;
    };
    write();
    return game.state.subscribe(write);
  }, [game]);
  return (
    <p className={cx(styles.pill, styles.clock)}>
      <span className="sr-only">{playerText.time} </span>
      <span ref={text} data-clock />
    </p>
  );
}

function Stars({ game }: { game: Game }) {
  const collected = useGameState(game, (state) => state.starsCollected);
  const total = useGameState(game, (state) => state.starsTotal);
  if (total === 0) return null;
  return (
    <p className={cx(styles.pill, collected === total && styles.isBest)} data-stars={collected}>
      <Star className={styles.star} aria-hidden />
      <span aria-hidden>
        {collected}/{total}
      </span>
      <span className="sr-only">{playerText.stars(collected, total)}</span>
    </p>
  );
}

function RaceGap({ game, name }: { game: Game; name: string }) {
  const gap = useGameState(game, (state) => state.ghostGap);
  return (
    <p className={cx(styles.pill, styles.race)}>
      {gap === null ? (
        playerText.racing(name)
      ) : gap === 0 ? (
        playerText.even
      ) : (
        <span className={gap > 0 ? styles.ahead : styles.behind}>
          {(gap > 0 ? playerText.ahead : playerText.behind)(secondsApart(ticksToMs(Math.abs(gap))))}
        </span>
      )}
    </p>
  );
}

/** Returns the newest notice for a moment, then null. */
function useMoment<N extends GameNotice>(notice: N | null, milliseconds: number): N | null {
  const [over, setOver] = useState(0);
  const id = notice?.id ?? 0;
  useTimeout(() => setOver(id), milliseconds, id);
  return notice && notice.id !== over ? notice : null;
}

function Word({ game }: { game: Game }) {
  const notice = useMoment(
    useGameState(game, (state) => state.notice),
    WORD_MS,
  );
  const isLast = useGameState(game, (state) => state.starsCollected === state.starsTotal);
  if (!notice) return null;
  const kind = notice.kind === "star" && isLast ? "lastStar" : notice.kind;
  return (
    <div className={styles.center} aria-hidden>
      <p key={notice.id} className={cx(styles.word, notice.kind === "death" && styles.deathWord)}>
        {playerText.words[kind]}
      </p>
    </div>
  );
}

function DeathFade({ game }: { game: Game }) {
  const deaths = useGameState(game, (state) => state.deaths);
  const [first] = useState(deaths);
  return deaths > first && <div className={styles.fade} key={deaths} />;
}

function Caption({ game }: { game: Game }) {
  const caption = useMoment(
    useGameState(game, (state) => state.caption),
    CAPTION_MS,
  );
  return caption && <p className={styles.caption}>{playerText.caption(playerText.captions[caption.kind])}</p>;
}

/** The task, until the run begins. */
export function Task({ game, hasGoal }: { game: Game; hasGoal: boolean }) {
  const isReady = useGameState(game, (state) => state.phase === "ready");
  const stars = useGameState(game, (state) => state.starsTotal);
  if (!isReady) return null;
  return (
    <p className={styles.task}>
      <strong>{levelTask(stars, hasGoal)}</strong>
      {(stars > 0 || hasGoal) && <span>{playerText.ready}</span>}
    </p>
  );
}

interface RoomButtonsProps {
  room: GameRoom;
  /** Null where no keys are used. */
  keys: KeyBindings | null;
  panel: RoomPanel;
  onPanel: (panel: RoomPanel) => void;
}

/** Opens the players, with their number, the chat and the emotes. */
function RoomButtons({ room, keys, panel, onPanel }: RoomButtonsProps) {
  const count = useStore(room.people).length;
  const layout = useKeyboardLayout();
  const key = (control: "players" | "chat") => keyName(keys?.[control][0] ?? "", layout);
  const toggle = (one: RoomPanel) => () => onPanel(panel === one ? null : one);
  return (
    <>
      <HudButton
        icon={Users}
        label={roomText.withKey(roomText.players(count), key("players"))}
        data-players={count}
        aria-haspopup="dialog"
        onClick={toggle("players")}
      >
        {count}
      </HudButton>
      <HudButton
        icon={MessageCircle}
        label={roomText.withKey(roomText.openChat, key("chat"))}
        // A press would take the focus from the field, which closes it.
        onMouseDown={(event) => event.preventDefault()}
        aria-expanded={panel === "chat"}
        onClick={toggle("chat")}
      />
      <HudButton
        icon={Smile}
        label={roomText.emote}
        data-emotes
        aria-expanded={panel === "emotes"}
        onClick={toggle("emotes")}
      />
    </>
  );
}

export interface HudProps {
  game: Game;
  muted: boolean;
  captions: boolean;
  rival: string | null;
  isBeside: boolean;
  onMenu: (() => void) | null;
  onSound: () => void;
  /** Null in a level that is played alone. */
  room: GameRoom | null;
  keys: KeyBindings | null;
  panel: RoomPanel;
  onPanel: (panel: RoomPanel) => void;
}

export function Hud({ game, muted, captions, rival, isBeside, onMenu, onSound, room, ...rest }: HudProps) {
  const isCatchingUp = useGameState(game, (state) => state.isCatchingUp);
  const isLost = useGameState(game, (state) => state.phase === "lost");
  return (
    <>
      <DeathFade game={game} />
      <Word game={game} />
      {captions && <Caption game={game} />}
      {(isCatchingUp || isLost) && (
        <p className={styles.notice} role="status">
          {isLost ? playerText.contextLost : playerText.catchingUp}
        </p>
      )}
      <div className={cx(styles.bar, isBeside && styles.beside)}>
        <div className={styles.group}>
          <Stars game={game} />
          <Clock game={game} />
          {rival !== null && <RaceGap game={game} name={rival} />}
        </div>
        <div className={cx(styles.group, room && styles.together)}>
          {room && <RoomButtons room={room} {...rest} />}
          <HudButton
            icon={muted ? VolumeX : Volume2}
            label={muted ? playerText.unmute : playerText.mute}
            onClick={onSound}
          />
          {onMenu && <HudButton icon={Menu} label={playerText.menu} onClick={onMenu} />}
        </div>
      </div>
    </>
  );
}
