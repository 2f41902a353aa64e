import { useState } from "react";
import { forgotPasswordRoute } from "#domain/auth/sign-in/api.ts";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import { useForm } from "#web/lib/form.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "../auth.module.css";
import { AuthCard } from "../auth-card.tsx";
import { authText } from "../text/auth.ts";

const text = authText.forgot;

export default function ForgotPage() {
  const [sent, setSent] = useState<string | null>(null);
  const form = useForm(forgotPasswordRoute, { onDone: ({ message }) => setSent(message) });
  if (sent) {
    return (
      <AuthCard title={text.sentTitle} text={sent} colors={SHOW_OUTFITS[3]}>
        <LinkButton to="/login" full>
          {text.back}
        </LinkButton>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title={text.title}
      text={text.text}
      colors={SHOW_OUTFITS[3]}
      other={
        <TextLink standalone to="/login">
          {text.back}
        </TextLink>
      }
    >
      {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      <form {...form.props} className={styles.form}>
        <TextField
          name="email"
          type="email"
          label={authText.email}
          errors={form.errors.email}
          autoComplete="email"
          required
        />
        <Button type="submit" variant="primary" size="l" full busy={form.busy}>
          {text.submit}
        </Button>
      </form>
    </AuthCard>
  );
}
