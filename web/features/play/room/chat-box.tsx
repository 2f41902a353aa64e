import { SendHorizontal, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { countCharacters } from "#domain/limits.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { isComposing } from "#web/lib/is-composing.ts";
import { cx } from "#web/ui/cx.ts";
import { HudButton } from "../hud-button.tsx";
import { roomChatText as text } from "../text/room.ts";
import styles from "./chat-box.module.css";
import { type FeedItem, FRESH_MS, feedAnnouncement, freshItems, type RoomFeed } from "./room-session.ts";
import { useStore } from "./use-store.ts";

const MAX_FRESH = 6;
const COUNTER_FROM = 40;
/** A problem this soon after a line is about that line. */
const PROBLEM_MS = 3_000;
/** New items are announced together, so that a lively chat doesn't talk without a pause. */
const ANNOUNCE_MS = 2_000;

/** Gives the keyboard back to the level. */
const focusLevel = () =>
  document.querySelector<HTMLElement>("[data-player] canvas")?.focus({ preventScroll: true });

function Item({ item }: { item: FeedItem }) {
  const { speaker } = item;
  return (
    <li className={cx(styles.item, styles[item.tone])}>
      {speaker && <strong>{speaker.username}</strong>} <bdi>{item.text}</bdi>
    </li>
  );
}

/** The newest items; each disappears after a while. Renders again when one does. */
function FreshItems({ items }: { items: readonly FeedItem[] }) {
  const [, setCount] = useState(0);
  const now = performance.now();
  const fresh = freshItems(items, now, MAX_FRESH);
  const first = fresh[0];
  useEffect(() => {
    if (!first) return;
    const wait = first.at + FRESH_MS - performance.now();
    const timer = setTimeout(() => setCount((count) => count + 1), Math.max(0, wait) + 20);
    return () => clearTimeout(timer);
  }, [first]);
  return (
    <ul className={styles.fresh} data-fresh={fresh.length}>
      {fresh.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </ul>
  );
}

function AllItems({ items }: { items: readonly FeedItem[] }) {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new item scrolls
  useEffect(() => {
    // Newer browsers return a promise here, which is no cleanup.
    void list.current?.scrollTo(0, list.current.scrollHeight);
  }, [items]);
  const shown = items.filter(({ tone }) => tone !== "problem");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled with the keyboard
    <ul className={styles.all} ref={list} aria-label={text.log} tabIndex={0}>
      {shown.length === 0 ? (
        <li className={cx(styles.item, styles.quiet)}>{text.empty}</li>
      ) : (
        shown.map((item) => <Item key={item.id} item={item} />)
      )}
    </ul>
  );
}

/** Announces new items to screen readers, several at a time. */
function FeedAnnouncer({ feed, ownId }: { feed: RoomFeed; ownId: number }) {
  const [sentence, setSentence] = useState("");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const announce = () => {
      timer = undefined;
      const all = feed.items.get();
      const items = all.filter(
        ({ id, speaker, tone }) => id > feed.announcedId && speaker?.userId !== ownId && tone !== "problem",
      );
      feed.announcedId = all.at(-1)?.id ?? feed.announcedId;
      const next = feedAnnouncement(items);
      if (next) setSentence(next);
    };
    const schedule = () => {
      timer ??= setTimeout(announce, ANNOUNCE_MS);
    };
    const stop = feed.items.subscribe(schedule);
    schedule();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [feed, ownId]);
  return (
    <p className="sr-only" role="status" data-chat-announcer>
      {sentence}
    </p>
  );
}

/** Leaves the focus in the field while a button beside it is pressed. */
const keepFocus = (event: { preventDefault: () => void }): void => event.preventDefault();

interface FieldProps {
  draft: string;
  problem: string | null;
  onDraft: (draft: string) => void;
  onSend: () => void;
  onClose: () => void;
}

function Field({ draft, problem, onDraft, onSend, onClose }: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const left = ROOM_LIMITS.chatLength - countCharacters(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.trim() === "") onClose();
    else if (left >= 0) onSend();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    // The form sends on Enter. Held down, it would close the chat after the line.
    if (event.key === "Enter" && event.repeat) event.preventDefault();
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
  };
  const message = left < 0 ? text.tooLong(-left) : problem;
  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={onKeyDown}>
      <input
        ref={input}
        className={styles.input}
        onBlur={({ currentTarget, relatedTarget }) => {
          // Another window has the focus now, and gives it back.
          if (!document.hasFocus() || currentTarget.closest("section")?.contains(relatedTarget)) return;
          onClose();
        }}
        value={draft}
        onChange={(event) => onDraft(event.target.value)}
        placeholder={text.placeholder}
        aria-label={text.field}
        aria-describedby={hint}
        aria-invalid={message !== null}
        autoComplete="off"
        enterKeyHint="send"
        maxLength={16 * ROOM_LIMITS.chatLength}
      />
      <HudButton
        type="submit"
        icon={SendHorizontal}
        label={text.send}
        disabled={left < 0}
        onMouseDown={keepFocus}
      />
      <HudButton icon={X} label={text.close} onMouseDown={keepFocus} onClick={onClose} />
      <p id={hint} className={cx(styles.hint, message !== null && styles.bad)} role="status">
        {message ?? (left <= COUNTER_FROM ? text.left(left) : "")}
      </p>
    </form>
  );
}

export interface ChatBoxProps {
  feed: RoomFeed;
  ownId: number;
  isOpen: boolean;
  /** The level gets its place back after each line. */
  closesAfterLine: boolean;
  onSend: (text: string) => void;
  onClose: () => void;
}

export function ChatBox({ feed, ownId, isOpen, closesAfterLine, onSend, onClose }: ChatBoxProps) {
  const items = useStore(feed.items);
  const newest = useStore(feed.problem);
  const [draft, setDraft] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const sent = useRef({ text: "", at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (!newest) return;
    setProblem(newest.text);
    const { text: line, at } = sent.current;
    // It wasn't sent, so it can be changed and sent again.
    if (performance.now() - at < PROBLEM_MS) setDraft((now) => now || line);
  }, [newest]);
  const change = (next: string) => {
    setDraft(next);
    setProblem(null);
  };
  const close = () => {
    onClose();
    focusLevel();
  };
  const send = () => {
    const line = draft.trim();
    sent.current = { text: line, at: performance.now() };
    onSend(line);
    change("");
    if (closesAfterLine) close();
  };
  return (
    <section
      className={cx(styles.chat, isOpen && styles.open)}
      aria-label={text.log}
      data-chat={isOpen ? "open" : "closed"}
    >
      <FeedAnnouncer feed={feed} ownId={ownId} />
      {isOpen ? <AllItems items={items} /> : <FreshItems items={items} />}
      {isOpen && <Field draft={draft} problem={problem} onDraft={change} onSend={send} onClose={close} />}
    </section>
  );
}
