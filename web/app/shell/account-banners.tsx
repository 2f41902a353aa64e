import { useState } from "react";
import { useLocation } from "react-router";
import { useResendVerification } from "#web/features/auth/resend-verification.ts";
import { useUser } from "#web/lib/user.ts";
import { bannersText } from "#web/text/banners.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";

const KEY = "bopolis-verify-later";

function VerifyEmail() {
  const [isPostponed, setPostponed] = useState(() => sessionStorage.getItem(KEY) === "1");
  const resend = useResendVerification();
  if (isPostponed) return null;
  return (
    <Banner
      tone="notice"
      action={
        <Button size="s" busy={resend.busy} onClick={resend.run}>
          {bannersText.resend}
        </Button>
      }
      onDismiss={() => {
        sessionStorage.setItem(KEY, "1");
        setPostponed(true);
      }}
    >
      {bannersText.verifyEmail}
    </Banner>
  );
}

/** Banners about the member's account: warnings, missing 2FA, unverified email. */
export function AccountBanners() {
  const user = useUser();
  const { pathname } = useLocation();
  if (!user) return null;
  const { email_verified, needs_two_factor, unseen_warnings } = user;
  return (
    <>
      {unseen_warnings > 0 && pathname !== "/standing" && (
        <Banner
          action={
            <LinkButton size="s" to="/standing">
              {bannersText.readWarning}
            </LinkButton>
          }
        >
          {bannersText.warned}
        </Banner>
      )}
      {needs_two_factor && (
        <Banner
          tone="notice"
          action={
            <LinkButton size="s" to="/settings/account">
              {bannersText.turnOn}
            </LinkButton>
          }
        >
          {bannersText.needsTwoFactor}
        </Banner>
      )}
      {!email_verified && <VerifyEmail />}
    </>
  );
}
