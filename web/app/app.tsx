import { QueryClientProvider } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { BrowserRouter, Route, Routes } from "react-router";
import { type SessionUser, sessionRoute } from "#domain/auth/api.ts";
import { call } from "#web/lib/api.ts";
import type { PageData } from "#web/lib/page-data.ts";
import { createQueryClient } from "#web/lib/query.ts";
import { RefreshUserContext, UserContext } from "#web/lib/user.ts";
import { PageSlot } from "./lazy-page.tsx";
import { useLive } from "./live.ts";
import MissingPage from "./missing-page.tsx";
import { memberHome, ROUTES, visitorHome } from "./routes.tsx";
import { Shell } from "./shell/shell.tsx";

/** What a member's socket says is shown wherever it belongs. */
function Live({ user, setUser }: { user: SessionUser | null; setUser: (user: SessionUser) => void }) {
  useLive(user, setUser);
  return null;
}

/** The whole site: what every page may rely on, the frame, and the pages by their paths. */
export function App({ data }: { data: PageData }) {
  const [client] = useState(() => createQueryClient(data.preload));
  const [user, setUser] = useState(data.user);
  const refresh = useCallback(() => {
    // What can't be asked now is seen with the next page.
    call(sessionRoute, {}).then(
      (session) => setUser((before) => session.user ?? before),
      () => {},
    );
  }, []);
  return (
    <QueryClientProvider client={client}>
      <UserContext value={user}>
        <RefreshUserContext value={refresh}>
          <Live user={user} setUser={setUser} />
          <BrowserRouter>
            <Shell>
              <Routes>
                <Route path="/" element={<PageSlot page={data.user ? memberHome : visitorHome} key="/" />} />
                {ROUTES.filter((route) => data.development || !route.development).map(({ path, page }) => (
                  <Route key={path} path={path} element={<PageSlot page={page} key={path} />} />
                ))}
                <Route path="*" element={<MissingPage />} />
              </Routes>
            </Shell>
          </BrowserRouter>
        </RefreshUserContext>
      </UserContext>
    </QueryClientProvider>
  );
}
