import { useState } from "react";
import { useParams } from "react-router";
import { isValidParam } from "#domain/api/params.ts";
import { resetPasswordRoute } from "#domain/auth/sign-in/api.ts";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import { useForm } from "#web/lib/form.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { NewPasswordFields } from "#web/ui/new-password.tsx";
import styles from "../auth.module.css";
import { AuthCard } from "../auth-card.tsx";
import { authText } from "../text/auth.ts";

const text = authText.reset;

export default function ResetPage() {
  const { token = "" } = useParams();
  const [done, setDone] = useState<string | null>(null);
  const form = useForm(resetPasswordRoute, { onDone: ({ message }) => setDone(message) });
  if (done) {
    return (
      <AuthCard title={text.doneTitle} text={done} colors={SHOW_OUTFITS[2]}>
        <Button variant="primary" full onClick={() => window.location.assign("/login")}>
          {text.signIn}
        </Button>
      </AuthCard>
    );
  }
  if (!isValidParam("token", token)) {
    return (
      <AuthCard title={text.deadTitle} text={text.dead} colors={SHOW_OUTFITS[2]}>
        <LinkButton to="/forgot-password" variant="primary" full>
          {text.again}
        </LinkButton>
      </AuthCard>
    );
  }
  const other = (
    <TextLink standalone to="/forgot-password">
      {text.again}
    </TextLink>
  );
  return (
    <AuthCard other={other} title={text.title} text={text.text} colors={SHOW_OUTFITS[2]}>
      {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      <form {...form.props} className={styles.form}>
        <input type="hidden" name="token" value={token} />
        <NewPasswordFields label={authText.newPassword} errors={form.errors} />
        <Button type="submit" variant="primary" size="l" full busy={form.busy}>
          {text.submit}
        </Button>
      </form>
    </AuthCard>
  );
}
