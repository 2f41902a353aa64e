import { Search } from "lucide-react";
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { ThemeMenu } from "#web/components/theme-menu.tsx";
import { listen, useListener } from "#web/lib/listen.ts";
import { readOnlyMode } from "#web/lib/read-only.ts";
import { useUser } from "#web/lib/user.ts";
import { Alerts } from "#web/ui/alerts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { updateLoadToast } from "#web/ui/chunks.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { FramePart } from "#web/ui/lazy-page.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { Toaster } from "#web/ui/toaster.tsx";
import { barDestinations, type Destination, dockDestinations, isAtDestination } from "../destinations.ts";
import { ErrorBoundary } from "../error-boundary.tsx";
import {
  memberBanners,
  memberCelebrations,
  memberDock,
  memberTools,
  readOnlyBanner,
  skyline,
} from "../routes.tsx";
import { usePreloadOnHover, useScrollAndFocusRestoration } from "../scroll-restoration.ts";
import { shellText } from "../text/shell.ts";
import dockStyles from "./dock.module.css";
import { Logo } from "./logo.tsx";
import styles from "./shell.module.css";
import topBarStyles from "./top-bar.module.css";

interface DestinationLinksProps {
  destinations: readonly Destination[];
  /** CSS classes of the list and of its links. */
  className: string | undefined;
  linkClassName: string | undefined;
  children?: ReactNode;
}

function DestinationLinks({ destinations, className, linkClassName, children }: DestinationLinksProps) {
  const { pathname } = useLocation();
  return (
    <nav className={className} aria-label={shellText.main}>
      {destinations.map((destination) => {
        const { to, label, icon: Icon, optional } = destination;
        return (
          <Link
            key={to}
            to={to}
            className={linkClassName}
            aria-current={isAtDestination(pathname, destination) ? "page" : undefined}
            data-optional={optional}
          >
            <Icon aria-hidden />
            {label}
          </Link>
        );
      })}
      {children}
    </nav>
  );
}

const palette = lazyPart(() => import("#web/features/search/palette.tsx"));

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Collects typed keys until the palette's input is loaded. */
function EarlyKeys({ target, onClose }: { target: RefObject<string>; onClose: () => void }) {
  useListener(window, "keydown", (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return onClose();
    if (event.key === "Backspace") target.current = target.current.slice(0, -1);
    else if ([...event.key].length === 1) target.current += event.key;
    else return;
    event.preventDefault();
  });
  return null;
}

/** The search palette, opened by its buttons, `/` or Ctrl-K. Its code loads when it is first needed. */
function usePalette() {
  const [open, setOpen] = useState(false);
  const typedEarly = useRef("");
  const close = useCallback(() => {
    typedEarly.current = "";
    setOpen(false);
  }, []);
  // A layout effect, so the shortcuts work from the first paint.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCtrlK = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isCtrlK && (!isSlash || isTyping(event.target))) return;
      event.preventDefault();
      setOpen(true);
    };
    return listen(window, "keydown", onKey);
  }, []);
  return {
    trigger: {
      onClick: () => setOpen(true),
      onPointerEnter: palette.preload,
      "aria-haspopup": "dialog" as const,
    },
    element: open && (
      <OnDemand
        part={palette}
        props={{ typedEarly, onClose: close }}
        fallback={<EarlyKeys target={typedEarly} onClose={close} />}
      />
    ),
  };
}

function SignLinks() {
  const { pathname, search } = useLocation();
  // Returns here after signing in. The front page is the default anyway.
  const next = pathname === "/" || pathname === "/login" || pathname === "/register" ? "" : pathname + search;
  const query = next ? `?next=${encodeURIComponent(next)}` : "";
  return (
    <div className={topBarStyles.signLinks}>
      <LinkButton to={`/login${query}`} variant="quiet" size="s">
        {shellText.signIn}
      </LinkButton>
      <LinkButton to={`/register${query}`} variant="primary" size="s">
        {shellText.signUp}
      </LinkButton>
    </div>
  );
}

function TopBar() {
  const user = useUser();
  const palette = usePalette();
  return (
    <header className={topBarStyles.bar}>
      <div className={topBarStyles.row}>
        <Logo />
        <DestinationLinks
          destinations={barDestinations(user !== null)}
          className={topBarStyles.nav}
          linkClassName={topBarStyles.link}
        />
        <span className={topBarStyles.gap} />
        <button type="button" className={topBarStyles.search} {...palette.trigger}>
          <Search aria-hidden />
          <span>{shellText.search}</span>
          <kbd className={topBarStyles.key} aria-hidden>
            /
          </kbd>
        </button>
        <span className={topBarStyles.small}>
          <IconButton icon={Search} label={shellText.search} {...palette.trigger} />
        </span>
        {user ? (
          <div className={topBarStyles.tools}>
            <FramePart page={memberTools} />
          </div>
        ) : (
          <SignLinks />
        )}
      </div>
      {palette.element}
    </header>
  );
}

/** The main navigation at the bottom of the screen on phones: the five places people go to most. */
function Dock() {
  const isMember = useUser() !== null;
  return (
    <DestinationLinks
      destinations={dockDestinations(isMember)}
      className={dockStyles.dock}
      linkClassName={dockStyles.link}
    >
      {isMember && <FramePart page={memberDock} />}
    </DestinationLinks>
  );
}

function useConnectionToasts(): void {
  useListener(window, "offline", () => toast(shellText.offline, { tone: "bad" }));
  useListener(window, "online", () => toast(shellText.online, { tone: "good" }));
}

function useLoadToast(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per history entry
  useEffect(updateLoadToast, [key]);
}

/** Shows a toast for `?verified=` and `?deleted=`, which links of the site add, and removes them from the URL. */
function useArrivalToast(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const arrival = new URLSearchParams(search);
    const query = new URLSearchParams(search);
    query.delete("verified");
    query.delete("deleted");
    if (query.size === arrival.size) return;
    // The toast is optional: the page itself shows the new state.
    import("./arrival.ts").then(({ toastArrival }) => toastArrival(arrival)).catch(() => undefined);
    navigate({ pathname, search: query.toString() }, { replace: true });
  }, [pathname, search, navigate]);
}

/** The frame around every page. If the shell itself throws, an error page shows instead. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname}>
      <Frame pathname={pathname}>{children}</Frame>
    </ErrorBoundary>
  );
}

function FrameTop() {
  const isReadOnly = useSyncExternalStore(readOnlyMode.subscribe, readOnlyMode.get);
  return (
    <>
      <a className={styles.skip} href="#main">
        {shellText.skip}
      </a>
      <TopBar />
      <div className={styles.banners}>
        {isReadOnly && <FramePart page={readOnlyBanner} />}
        {useUser() && <FramePart page={memberBanners} />}
      </div>
    </>
  );
}

/** The place of the skyline. Most first screens don't reach it, and don't load it. */
function SkylineSlot() {
  const slot = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = slot;
    if (!current || isNear) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [isNear]);
  return (
    <div className={styles.skyline} ref={slot}>
      {isNear && <FramePart page={skyline} />}
    </div>
  );
}

function Frame({ pathname, children }: { pathname: string; children: ReactNode }) {
  // A level that is played or built has the whole window.
  const isPlaying = /^\/(play\/|build\/\d)/.test(pathname);
  useScrollAndFocusRestoration();
  usePreloadOnHover();
  useConnectionToasts();
  useLoadToast();
  useArrivalToast();
  return (
    <>
      {!isPlaying && <FrameTop />}
      <main id="main" className={styles.main} tabIndex={-1}>
        <ErrorBoundary resetKey={pathname}>
          <Suspense
            fallback={
              <Page title="" heading={<Skeleton width={260} />}>
                <div role="status" className="sr-only">
                  {shellText.loading}
                </div>
                <Skeleton height={420} />
              </Page>
            }
          >
            {children}
          </Suspense>
        </ErrorBoundary>
      </main>
      {!isPlaying && (
        <>
          <footer className={styles.footer}>
            <SkylineSlot />
            <div className={styles.footerRow}>
              <p>{shellText.footer}</p>
              <TextLink standalone className={styles.footerLink} to="/ratings" plain>
                {shellText.ratings}
              </TextLink>
              <TextLink standalone className={styles.footerLink} to="/gold" plain>
                {shellText.gold}
              </TextLink>
              <TextLink standalone className={styles.footerLink} to="/download" plain>
                {shellText.getClient}
              </TextLink>
              <ThemeMenu />
            </div>
          </footer>
          <Dock />
        </>
      )}
      {useUser() && <FramePart page={memberCelebrations} />}
      <Toaster />
      <Alerts />
    </>
  );
}
