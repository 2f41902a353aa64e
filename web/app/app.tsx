import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useState } from "react";
import { BrowserRouter, Navigate, Route, Routes, useLocation } from "react-router";
import { sessionRoute } from "#domain/auth/api.ts";
import { isForStaff, isForVisitors, signInAddress } from "#domain/auth/members.ts";
import { call } from "#web/lib/api.ts";
import type { PageData } from "#web/lib/page-data.ts";
import { createQueryClient } from "#web/lib/query.ts";
import { newerUser, RefreshUserContext, UserContext } from "#web/lib/user.ts";
import { keepLoading } from "#web/ui/chunks.ts";
import { Guard } from "#web/ui/guard.tsx";
import { bannedSite } from "./banned/lazy-site.ts";
import { FramePart, PageSlot } from "./lazy-page.tsx";
import MissingPage from "./missing-page.tsx";
import { memberHome, type PageRoute, ROUTES, visitorHome } from "./routes.tsx";
import { Shell } from "./shell/shell.tsx";

/** When a member's page opens its socket: after the first screen has settled. */
const LATER_MS = 600;

const Live = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, LATER_MS));
  return keepLoading(() => import("./live.tsx"), "quiet");
});

/** Leads a visitor to sign in, and back to here. */
function SignInFirst() {
  const { pathname, search } = useLocation();
  return <Navigate to={signInAddress(pathname + search)} replace />;
}

function pageElement({ path, page }: PageRoute, isMember: boolean) {
  if (isMember || isForVisitors(path)) return <PageSlot page={page} key={path} />;
  return isForStaff(path) ? <MissingPage /> : <SignInFirst />;
}

/** The whole site: what every page may rely on, the frame, and the pages by their paths. */
export function App({ data }: { data: PageData }) {
  const [client] = useState(() => createQueryClient(data.preload));
  const [user, setUser] = useState(data.user);
  const refresh = useCallback(() => {
    // What can't be asked now is seen with the next page.
    call(sessionRoute, {}).then(
      (session) =>
        setUser((before) =>
          session.user && before ? newerUser(before, session.user) : (session.user ?? before),
        ),
      () => {},
    );
  }, []);
  return (
    <QueryClientProvider client={client}>
      <UserContext value={user}>
        <RefreshUserContext value={refresh}>
          {user && !user.banned && (
            // A page that can't have its socket is as good as one whose user does nothing elsewhere.
            <Guard onFail={() => {}}>
              <Suspense>
                <Live user={user} setUser={(change) => setUser((now) => now && change(now))} />
              </Suspense>
            </Guard>
          )}
          <BrowserRouter>
            {user?.banned ? (
              <FramePart page={bannedSite} />
            ) : (
              <Shell>
                <Routes>
                  <Route
                    path="/"
                    element={<PageSlot page={data.user ? memberHome : visitorHome} key="/" />}
                  />
                  {ROUTES.filter((route) => data.development || !route.development).map((route) => (
                    <Route
                      key={route.path}
                      path={route.path}
                      element={pageElement(route, data.user !== null)}
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
