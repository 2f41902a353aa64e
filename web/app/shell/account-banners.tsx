import { Mail, X } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { useResendVerification } from "#web/lib/resend-verification.ts";
import { tabStorage } from "#web/lib/storage.ts";
import { useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import styles from "./account-banners.module.css";

const bannersText = {
  verifyEmail: "Verify your email",
  /** Left out on phones. */
  verifyEmailDetail: ": we sent you a link.",
  resend: "Send it again",
  warned: "You have a warning from our staff.",
  readWarning: "Read it",
  needsTwoFactor:
    "Staff tools need two-factor authentication. Until you turn it on, you can only do what members can.",
  turnOn: "Turn it on",
} as const;

/** Hides the reminder until the browser is closed. */
const KEY = "bopolis-verify-later";

function VerifyEmail() {
  const [isPostponed, setPostponed] = useState(() => tabStorage.get(KEY) === "1");
  const resend = useResendVerification();
  if (isPostponed) return null;
  return (
    <div className={styles.reminder} role="status">
      <Mail aria-hidden />
      <p>
        {bannersText.verifyEmail}
        <span className={styles.detail}>{bannersText.verifyEmailDetail}</span>
      </p>
      <Button variant="quiet" size="s" busy={resend.busy} onClick={() => resend.run()}>
        {bannersText.resend}
      </Button>
      <IconButton
        icon={X}
        label={uiText.dismiss}
        onClick={() => {
          tabStorage.set(KEY, "1");
          setPostponed(true);
        }}
      />
    </div>
  );
}

/** The member's own pages. Elsewhere, the reminder would stand between them and what they came for. */
const OWN_PAGES = /^\/(?:$|me$|settings(?:\/|$))/;

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
      {!email_verified && OWN_PAGES.test(pathname) && <VerifyEmail />}
    </>
  );
}
