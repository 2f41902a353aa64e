import { type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router";
import { ThemeMenu } from "#web/components/theme-menu.tsx";
import { readOnlyMode } from "#web/lib/read-only.ts";
import { useUser } from "#web/lib/user.ts";
import { Alerts } from "#web/ui/alerts.tsx";
import { updateLoadToast } from "#web/ui/chunks.ts";
import { FramePart } from "#web/ui/lazy-page.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { Toaster } from "#web/ui/toaster.tsx";
import { dockDestinations } from "../destinations.ts";
import { ErrorBoundary } from "../error-boundary.tsx";
import { memberBanners, memberCelebrations, memberDock, readOnlyBanner, skyline } from "../routes.tsx";
import { usePreloadOnHover, useScrollAndFocusRestoration } from "../scroll-restoration.ts";
import { shellText } from "../text/shell.ts";
import { DestinationLinks } from "./destination-links.tsx";
import dockStyles from "./dock.module.css";
import styles from "./shell.module.css";
import { TopBar } from "./top-bar.tsx";

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

/** Shows a toast when the connection is lost and when it is back. */
function useConnectionToasts(): void {
  useEffect(() => {
    const onOffline = () => toast(shellText.offline, { tone: "bad" });
    const onOnline = () => toast(shellText.online, { tone: "good" });
    window.addEventListener("offline", onOffline);
    window.addEventListener("online", onOnline);
    return () => {
      window.removeEventListener("offline", onOffline);
      window.removeEventListener("online", onOnline);
    };
  }, []);
}

/** Updates the toast about code that can't be loaded after each navigation. */
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

function Loading() {
  return (
    <Page title="" heading={<Skeleton width={260} />}>
      <div role="status" className="sr-only">
        {shellText.loading}
      </div>
      <Skeleton height={420} />
    </Page>
  );
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

/** The site's bar, and what is above every page. */
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

/** The footer, and the phone's bar. */
function FrameBottom() {
  return (
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
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      {!isPlaying && <FrameBottom />}
      {useUser() && <FramePart page={memberCelebrations} />}
      <Toaster />
      <Alerts />
    </>
  );
}
