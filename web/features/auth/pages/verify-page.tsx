import { verifyEmailRoute } from "#domain/auth/sign-in/api.ts";
import { call } from "#web/lib/api.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { MailedLink } from "../mailed-link.tsx";
import { authText } from "../text/auth.ts";

const text = authText.verify;

export default function VerifyPage() {
  return (
    <MailedLink
      text={text}
      send={(token) => call(verifyEmailRoute, { input: { token } })}
      // A new document, to refresh the verified state.
      onDone={() => window.location.assign("/?verified=1")}
      fallback={
        <LinkButton to="/settings/account" variant="primary" full>
          {text.settings}
        </LinkButton>
      }
    />
  );
}
