import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Gamepad2, Laptop, Play } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import type { JoinDestination } from "#domain/play/api.ts";
import { detectSystem } from "#domain/play/downloads.ts";
import { useUser } from "#web/lib/user.ts";
import { probeWebGl } from "#web/scene/web-gl.ts";
import { Button, type ButtonLook, LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Menu } from "#web/ui/menu.tsx";
import type { MenuGroup } from "#web/ui/menu-item.ts";
import { playButtonText as text } from "../text/play-button.ts";
import { isLaunchLoading, launchStore, startPlaying } from "./launch-store.ts";
import styles from "./play-button.module.css";
import { type PlayChoice, playChoice, rememberPlayChoice } from "./play-choice.ts";
import { playUrl } from "./play-url.ts";
import { levelTarget } from "./start-launch.ts";

/** Whether the desktop client can run here. It runs on computers only. */
const isComputer = (): boolean => detectSystem(navigator.userAgent, navigator.maxTouchPoints) !== "phone";

const IDLE_TIMEOUT_MS = 2_000;

/** Runs a task when the browser is idle. Returns a function that cancels it. */
function whenIdle(task: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(task, IDLE_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(handle);
}

/**
 * Where Play opens a level: the user's choice on this device, else the browser. Without WebGL 2, which is tested when the
 * browser is idle, the desktop client comes first.
 */
export function usePlayChoice(): PlayChoice {
  const chosen = useSyncExternalStore(playChoice.subscribe, playChoice.get);
  const [canDraw, setCanDraw] = useState(true);
  useEffect(() => {
    if (isComputer()) return whenIdle(() => void probeWebGl().then(setCanDraw));
  }, []);
  if (!isComputer()) return "browser";
  return chosen ?? (canDraw ? "browser" : "desktop");
}

const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Calls `preload` once an element is in sight and the browser is idle, unless the browser can't draw the player or saves data.
 * Returns a function that stops it.
 */
function watchForPlay(element: Element, preload: () => void): () => void {
  if (savesData()) return () => {};
  let isStopped = false;
  let stopIdle = () => {};
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    stopIdle = whenIdle(() => void probeWebGl().then((canDraw) => canDraw && !isStopped && preload()));
  });
  observer.observe(element);
  return () => {
    isStopped = true;
    observer.disconnect();
    stopIdle();
  };
}

const loadPrefetch = () => import("./prefetch-play.ts");

/**
 * Starts what a level's player needs at the same time as its code: its document, its play info, and a place in a room for
 * members. `destination` is null for visitors.
 */
export function startPlay(client: QueryClient, levelId: number, destination: JoinDestination | null): void {
  loadPrefetch().then(
    ({ prefetchPlay }) => prefetchPlay(client, levelId, destination),
    () => {},
  );
}

const preloadPrefetch = (): void => void loadPrefetch().catch(() => {});

export const useIsLaunchLoading = (destination: JoinDestination): boolean =>
  useSyncExternalStore(launchStore.subscribe, () => isLaunchLoading(destination));

interface PlayButtonProps extends Pick<ButtonLook, "size"> {
  level: { id: number; title: string };
  /** Downloads the player's code. Called when the button is in sight and the browser is idle. */
  preload?: (() => void) | undefined;
  /** Whether the menu with both ways is beside it, on computers. */
  hasMenu?: boolean;
  className?: string | undefined;
}

/** Opens the desktop client, or the sign-in page: the client needs an account. */
function DesktopButton({ level, look }: { level: PlayButtonProps["level"]; look: ButtonLook & object }) {
  const user = useUser();
  const { pathname } = useLocation();
  const target = levelTarget(level.id);
  const busy = useIsLaunchLoading(target.destination);
  const shared = { ...look, icon: Laptop, "aria-label": text.playDesktop(level.title) };
  if (!user) {
    return (
      <LinkButton {...shared} to={signInUrl(pathname)} title={text.signIn}>
        {text.play}
      </LinkButton>
    );
  }
  return (
    <Button {...shared} busy={busy} onClick={() => startPlaying(target)}>
      {text.play}
    </Button>
  );
}

/** Both ways to play. The browser is remembered on this device at once, the client only when it opens. */
function usePlayWays({ id }: PlayButtonProps["level"]): MenuGroup[] {
  const user = useUser();
  const { pathname } = useLocation();
  const browser = () => rememberPlayChoice("browser");
  const desktop = () => user && startPlaying({ ...levelTarget(id), isChoice: true });
  return [
    {
      id: "ways",
      items: [
        { label: text.browser, icon: Gamepad2, to: playUrl(id), onSelect: browser },
        { label: text.desktop, icon: Laptop, onSelect: desktop, to: user ? undefined : signInUrl(pathname) },
      ],
    },
  ];
}

/**
 * Plays a level in the browser, or in the desktop client if that is this device's choice. On computers, a menu beside it
 * has both ways.
 */
export function PlayButton({ level, size, preload, hasMenu = true, className }: PlayButtonProps) {
  const choice = usePlayChoice();
  const groups = usePlayWays(level);
  const client = useQueryClient();
  const isMember = useUser() !== null;
  // Also while the menu's choice is on its way, so the press shows.
  const isDesktop = useIsLaunchLoading(levelTarget(level.id).destination) || choice === "desktop";
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!preload || choice !== "browser" || !box.current) return;
    // It's small and needed at the press: otherwise the level's document would wait for it.
    const stopIdle = whenIdle(preloadPrefetch);
    const stopWatching = watchForPlay(box.current, preload);
    return () => {
      stopIdle();
      stopWatching();
    };
  }, [preload, choice]);
  const start = () => startPlay(client, level.id, isMember ? levelTarget(level.id).destination : null);
  const look = { variant: "play", size, className: styles.main } as const;
  return (
    <div className={cx(styles.split, className)} ref={box}>
      {isDesktop ? (
        <DesktopButton level={level} look={look} />
      ) : (
        <LinkButton
          {...look}
          icon={Play}
          className={cx(styles.main, styles.filled)}
          to={playUrl(level.id)}
          aria-label={text.playTitle(level.title)}
          // A finger that goes down may be scrolling.
          onPointerDown={({ pointerType }) => pointerType === "mouse" && start()}
          onClick={start}
        >
          {text.play}
        </LinkButton>
      )}
      {hasMenu && isComputer() && (
        <Menu
          label={text.ways}
          groups={groups}
          trigger={(props) => (
            <Button {...props} variant="play" size={size} className={styles.more} aria-label={text.ways}>
              <ChevronDown aria-hidden />
            </Button>
          )}
        />
      )}
    </div>
  );
}
