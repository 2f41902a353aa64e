import { LogOut } from "lucide-react";
import { Suspense, useEffect } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";
import { isOpenWhileBanned } from "#domain/api/page.ts";
import { BANNED_PAGE } from "#domain/auth/banned.ts";
import { signOut } from "#web/components/sign-out.ts";
import { memberAccountText } from "#web/components/text/account.ts";
import { ConfirmSlot } from "#web/features/security/confirm-slot.tsx";
import BannedPage from "#web/features/standing/pages/banned-page.tsx";
import { useMember, useRefreshUser } from "#web/lib/user.ts";
import { Alerts } from "#web/ui/alerts.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageSlot } from "#web/ui/lazy-page.tsx";
import { Toaster } from "#web/ui/toaster.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { ROUTES } from "../routes.tsx";
import { useScrollAndFocusRestoration } from "../scroll-restoration.ts";
import { Logo } from "../shell/logo.tsx";
import shell from "../shell/shell.module.css";
import bar from "../shell/top-bar.module.css";
import { shellText } from "../text/shell.ts";

/** How often an open page checks whether the ban has ended. Banned members have no socket that could notify them. */
const CHECK_MS = 15_000;

/** Refreshes the user while the page is visible: once the ban is over, the app shows the whole site again. */
function useBanEnd(): void {
  const refresh = useRefreshUser();
  useEffect(() => {
    const check = () => document.visibilityState === "visible" && refresh();
    const timer = setInterval(check, CHECK_MS);
    document.addEventListener("visibilitychange", check);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
    };
  }, [refresh]);
}

/** The site that a banned member sees: only the pages still open to them, without navigation to others. */
export default function BannedSite() {
  const user = useMember();
  const { pathname } = useLocation();
  useScrollAndFocusRestoration();
  useBanEnd();
  return (
    <>
      <a className={shell.skip} href="#main">
        {shellText.skip}
      </a>
      <header className={bar.bar}>
        <div className={bar.row}>
          <Logo />
          <span className={bar.gap} />
          <ConfirmSlot />
          <Button variant="quiet" size="s" icon={LogOut} onClick={() => void signOut(user.id)}>
            {memberAccountText.signOut}
          </Button>
        </div>
      </header>
      <main id="main" className={shell.main} tabIndex={-1}>
        <ErrorBoundary resetKey={pathname}>
          <Suspense>
            <Routes>
              <Route path={BANNED_PAGE} element={<BannedPage />} />
              {ROUTES.filter((route) => isOpenWhileBanned(route, pathname)).map(({ path, page }) => (
                <Route key={path} path={path} element={<PageSlot page={page} key={path} />} />
              ))}
              <Route path="*" element={<Navigate to={BANNED_PAGE} replace />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </main>
      <Toaster />
      <Alerts />
    </>
  );
}
