import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { BrowserRouter, Route, Routes } from "react-router";
import type { PageData } from "#web/lib/page-data.ts";
import { createQueryClient } from "#web/lib/query.ts";
import { UserContext } from "#web/lib/user.ts";
import { PageSlot } from "./lazy-page.tsx";
import MissingPage from "./missing-page.tsx";
import { memberHome, ROUTES, visitorHome } from "./routes.tsx";
import { Shell } from "./shell/shell.tsx";

/** The whole site: what every page may rely on, the frame, and the pages by their paths. */
export function App({ data }: { data: PageData }) {
  const [client] = useState(() => createQueryClient(data.preload));
  return (
    <QueryClientProvider client={client}>
      <UserContext value={data.user}>
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
      </UserContext>
    </QueryClientProvider>
  );
}
