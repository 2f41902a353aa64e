import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useState } from "react";
import { BrowserRouter, Navigate, Route, Routes, useLocation } from "react-router";
import { type SessionUser, sessionRoute } from "#domain/auth/api.ts";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import MissingPage from "#web/components/missing-page.tsx";
import { call } from "#web/lib/api.ts";
import { updateUnreadCounts } from "#web/lib/live/live-events.ts";
import { noteOnlineCount } from "#web/lib/online-count.ts";
import type { PageData } from "#web/lib/page-data.ts";
import { createQueryClient } from "#web/lib/query.ts";
import { setReadOnly } from "#web/lib/read-only.ts";
import { mergeNewerUser, RefreshUserContext, UserContext } from "#web/lib/user.ts";
import { loadWithRetries } from "#web/ui/chunks.ts";
import { FramePart, PageSlot } from "#web/ui/lazy-page.tsx";
import { SilentErrorBoundary } from "#web/ui/silent-error-boundary.tsx";
import { lazyBannedSite } from "./banned/lazy-banned-site.ts";
import { canOpen, type PageRoute, pageFor, ROUTES } from "./routes.tsx";
import { Shell } from "./shell/shell.tsx";

/** Delay before a member's page opens its socket, so the first screen comes first. */
const SOCKET_DELAY_MS = 600;

const Live = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, SOCKET_DELAY_MS));
  return loadWithRetries(() => import("./live.tsx"), "quiet");
});

function RedirectToSignIn() {
  const { pathname, search } = useLocation();
  return <Navigate to={signInUrl(pathname + search)} replace />;
}

function pageElement(route: PageRoute, user: SessionUser | null) {
  const { path, access } = route;
  if (canOpen(access, user)) return <PageSlot page={pageFor(route, user !== null)} key={path} />;
  return access === "member" ? <RedirectToSignIn /> : <MissingPage />;
}

export function App({ data }: { data: PageData }) {
  const [client] = useState(() => {
    noteOnlineCount(data);
    if (data.read_only) setReadOnly(true);
    return createQueryClient(data.preload);
  });
  const [user, setUser] = useState(() => {
    // Before the first paint, so that no badge pops in.
    if (data.unread) updateUnreadCounts(data.unread);
    return data.user;
  });
  const refresh = useCallback(() => {
    // On failure, the next page load brings the current user.
    call(sessionRoute, {}).then(
      (session) =>
        setUser((before) =>
          session.user && before ? mergeNewerUser(before, session.user) : (session.user ?? before),
        ),
      () => {},
    );
  }, []);
  return (
    <QueryClientProvider client={client}>
      <UserContext value={user}>
        <RefreshUserContext value={refresh}>
          {user && !user.banned && (
            // The page works without its socket; it only misses live updates.
            <SilentErrorBoundary onFail={() => {}}>
              <Suspense>
                <Live user={user} setUser={(change) => setUser((now) => now && change(now))} />
              </Suspense>
            </SilentErrorBoundary>
          )}
          <BrowserRouter>
            {user?.banned ? (
              <FramePart page={lazyBannedSite} />
            ) : (
              <Shell>
                <Routes>
                  {ROUTES.filter((route) => data.development || !route.developmentOnly).map((route) => (
                    <Route
                      key={route.path}
                      path={route.path}
                      element={pageElement(route, data.user && user)}
                    />
                  ))}
                  <Route path="*" element={<MissingPage />} />
                </Routes>
              </Shell>
            )}
          </BrowserRouter>
        </RefreshUserContext>
      </UserContext>
    </QueryClientProvider>
  );
}
