import {
  Armchair,
  ChevronLeft,
  ChevronRight,
  Eye,
  Frown,
  Hand,
  Heart,
  Laugh,
  type LucideIcon,
  Music,
  PartyPopper,
  Pointer,
  X,
} from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { UserCard } from "#domain/api/response.ts";
import { removePlayerRoute } from "#domain/room/api.ts";
import { EMOTES, type Emote } from "#domain/room/emotes.ts";
import type { LevelPlay } from "#domain/runs/api.ts";
import { UserName } from "#web/components/user-name.tsx";
import type { GameSettings, KeyBindings } from "#web/game/game-settings.ts";
import type { InputDevice } from "#web/game/game-state.ts";
import type { GameRoom, RoomPerson } from "#web/game/room/game-room.ts";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useKeyboardLayout } from "#web/lib/keyboard-layout.ts";
import { useListener } from "#web/lib/listen.ts";
import { useMember } from "#web/lib/user.ts";
import { cx } from "#web/ui/cx.ts";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { HudButton } from "../hud-button.tsx";
import { keyName } from "../key-names.ts";
import { emoteText, roomPeopleText, roomText, spectateText, spectateText as text } from "../text/room.ts";
import { ChatBox } from "./chat-box.tsx";
import emoteStyles from "./emote-menu.module.css";
import { neighbor, watchable } from "./in-order.ts";
import { BANNER_MS, bannerOf } from "./join-failure.ts";
import type { PeopleModalProps, PersonDialogKind } from "./people-modal.tsx";
import styles from "./room-layer.module.css";
import type { RoomSession } from "./room-session.ts";
import { useStore } from "./use-store.ts";

const ICONS: Record<Emote, LucideIcon> = {
  wave: Hand,
  cheer: PartyPopper,
  dance: Music,
  laugh: Laugh,
  point: Pointer,
  sit: Armchair,
  sad: Frown,
  heart: Heart,
};

interface EmoteMenuProps {
  /** Null on touch screens, which have no keys. */
  keys: KeyBindings | null;
  onEmote: (emote: number) => void;
  onClose: () => void;
}

function EmoteMenu({ keys, onEmote, onClose }: EmoteMenuProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const layout = useKeyboardLayout();
  useEffect(() => {
    box.current?.querySelector("button")?.focus({ preventScroll: true });
  }, []);
  const closeOutside = ({ target }: PointerEvent) => {
    if (target instanceof Element && !target.closest("[data-emotes]")) onClose();
  };
  useListener(document, "pointerdown", closeOutside, true);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    <fieldset
      className={emoteStyles.menu}
      ref={box}
      aria-label={emoteText.title}
      data-emotes
      onKeyDown={onKeyDown}
    >
      {EMOTES.map((emote, i) => {
        const Icon = ICONS[emote];
        const key = keys?.[`emote_${(i + 1) as 1}`][0];
        return (
          <button
            key={emote}
            type="button"
            className={emoteStyles.emote}
            onClick={() => {
              onEmote(i);
              onClose();
            }}
          >
            <Icon aria-hidden />
            {emoteText.names[emote]}
            {key && <kbd aria-hidden>{keyName(key, layout)}</kbd>}
          </button>
        );
      })}
    </fieldset>
  );
}

/** The player who is watched, with ways to the next one and back to the own run. Nothing if no one is watched. */
function SpectateBar({ room }: { room: GameRoom }) {
  const watched = useStore(room.watched);
  const people = useStore(room.people);
  if (watched === null) return null;
  const person = people.find(({ user }) => user.id === watched);
  const others = watchable(people);
  const go = (step: 1 | -1) => room.watch(neighbor(others, watched, step)?.user.id ?? null);
  const hasOthers = others.some(({ user }) => user.id !== watched);
  return (
    <section className={styles.spectate} aria-label={text.title} data-watching={watched}>
      <HudButton icon={ChevronLeft} label={text.previous} disabled={!hasOthers} onClick={() => go(-1)} />
      <p className={styles.watched} role="status">
        <Eye aria-hidden />
        {person && (
          <>
            <span className="sr-only">{text.watching(person.user.username)}</span>
            <span aria-hidden>
              <UserName user={person.user} badge={false} />
            </span>
          </>
        )}
      </p>
      <HudButton icon={ChevronRight} label={text.next} disabled={!hasOthers} onClick={() => go(1)} />
      <HudButton icon={X} label={text.stop} onClick={() => room.watch(null)} />
    </section>
  );
}

export type RoomPanel = "chat" | "emotes" | "players" | null;

/** A dialog of another feature about a player: the page renders it. */
export interface PersonDialog {
  kind: "block" | "report";
  user: Pick<UserCard, "id" | "username">;
  /** The path of the room's socket, which identifies it in reports. */
  room: string | null;
  onClose: () => void;
}

const WATCH_MS = 5_000;

const peopleModal = lazyPart<PeopleModalProps>(() => import("./people-modal.tsx"));

function Banner({ session, isBeside }: { session: RoomSession; isBeside: boolean }) {
  const state = useStore(session.link.state);
  const [isLate, setLate] = useState(false);
  const isCut = state.at === "reconnecting";
  useEffect(() => {
    setLate(false);
    if (!isCut) return;
    const timer = setTimeout(() => setLate(true), BANNER_MS);
    return () => clearTimeout(timer);
  }, [isCut]);
  const text = bannerOf(state, isLate ? BANNER_MS : 0);
  return (
    <div className={cx(styles.banner, isBeside && styles.beside)} role="status" data-room={state.at}>
      {text && <p>{text}</p>}
    </div>
  );
}

interface RemoveDialogProps {
  levelId: number;
  person: RoomPerson;
  onClose: () => void;
}

function RemoveDialog({ levelId, person: { user }, onClose }: RemoveDialogProps) {
  const { busy, run } = useAction(
    () => call(removePlayerRoute, { params: { id: levelId }, input: { user_id: user.id } }),
    { toast: messageOf, errors: "modal", onEnd: onClose },
  );
  return (
    <ConfirmModal
      open
      title={roomPeopleText.removeTitle(user.username)}
      text={roomPeopleText.removeText(user.username)}
      action={roomPeopleText.removeAction}
      busy={busy}
      onConfirm={() => run()}
      onClose={onClose}
    />
  );
}

/** Watches a player as soon as they are in the room; `userId` is null for no one. */
function useWatchOnce({ room, feed }: RoomSession, userId: number | null): void {
  const isDone = useRef(false);
  const people = useStore(room.people);
  const person = people.find(({ user }) => user.id === userId);
  const canWatch = person?.can_watch ?? null;
  const start = useEffectEvent(() => {
    isDone.current = true;
    if (canWatch) room.watch(userId);
    else feed.add(person ? spectateText.notAllowed(person.user.username) : spectateText.missing, "problem");
  });
  useEffect(() => {
    if (userId === null || isDone.current) return;
    if (canWatch !== null) return start();
    const timer = setTimeout(() => start(), WATCH_MS);
    return () => clearTimeout(timer);
  }, [userId, canWatch]);
}

export interface RoomLayerProps {
  session: RoomSession;
  level: LevelPlay["level"];
  settings: GameSettings;
  changeSettings: (values: Partial<GameSettings>) => void;
  device: InputDevice;
  panel: RoomPanel;
  onPanel: (panel: RoomPanel) => void;
  /** The player to watch, from the page's URL. */
  watchId: number | null;
  isPlaying: boolean;
  /** The screen after a run covers a part of the level. */
  isBeside: boolean;
  personDialog: (dialog: PersonDialog) => ReactNode;
}

export default function RoomLayer(props: RoomLayerProps) {
  const { session, level, settings, changeSettings, device, panel, onPanel, watchId, personDialog } = props;
  const { room, feed } = session;
  const member = useMember();
  const [dialog, setDialog] = useState<{ kind: PersonDialogKind; person: RoomPerson } | null>(null);
  const isTouch = device === "touch";
  const close = () => onPanel(null);
  const { hideOthers } = settings;
  useWatchOnce(session, watchId);
  useEffect(() => room.setHideOthers(hideOthers), [room, hideOthers]);
  const wasHidden = useRef(false);
  const layout = useKeyboardLayout();
  const explain = useEffectEvent(() => {
    const [key] = settings.keys.hide_others;
    if (!hideOthers) feed.add(roomText.shown);
    else feed.add(key && !isTouch ? roomText.hidden(keyName(key, layout)) : roomText.hiddenTouch);
  });
  useEffect(() => {
    if (hideOthers !== wasHidden.current) explain();
    wasHidden.current = hideOthers;
  }, [hideOthers]);
  useEffect(() => peopleModal.preload(), []);
  // The list is under the dialog, and comes back after it.
  const closeDialog = () => setDialog(null);
  return (
    <>
      <Banner session={session} isBeside={props.isBeside} />
      {props.isPlaying && !(isTouch && props.isBeside) && (
        <ChatBox
          feed={feed}
          ownId={member.id}
          isOpen={panel === "chat"}
          closesAfterLine={isTouch}
          onSend={(line) => room.chat(line)}
          onClose={close}
        />
      )}
      <SpectateBar room={room} />
      {panel === "emotes" && (
        <EmoteMenu
          keys={isTouch ? null : settings.keys}
          onEmote={(emote) => room.emote(emote)}
          onClose={close}
        />
      )}
      {panel === "players" && dialog === null && (
        <OnDemand
          part={peopleModal}
          props={{
            room,
            hidesOthers: hideOthers,
            onHideOthers: (on) => changeSettings({ hideOthers: on }),
            onDialog: (kind, person) => setDialog({ kind, person }),
            onClose: close,
          }}
        />
      )}
      {dialog?.kind === "remove" && (
        <RemoveDialog levelId={level.id} person={dialog.person} onClose={closeDialog} />
      )}
      {dialog &&
        dialog.kind !== "remove" &&
        personDialog({
          kind: dialog.kind,
          user: dialog.person.user,
          room: session.path,
          onClose: closeDialog,
        })}
    </>
  );
}
