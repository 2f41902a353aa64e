import { useResendVerification } from "#web/lib/resend-verification.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { verifyText } from "./text/verify.ts";

/** Says why a member without a verified email address can't trade with others yet, and sends the link again. */
export function VerifyToTrade({ kind }: { kind: "buy" | "sell" }) {
  const resend = useResendVerification();
  return (
    <Banner
      tone="notice"
      action={
        <Button size="s" busy={resend.busy} onClick={() => resend.run()}>
          {verifyText.resend}
        </Button>
      }
    >
      {verifyText[kind]}
    </Banner>
  );
}
