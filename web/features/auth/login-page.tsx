import { Navigate } from "react-router";
import { loginRoute } from "#domain/auth/api.ts";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import { useForm } from "#web/lib/form.ts";
import { useUser } from "#web/lib/user.ts";
import { authText } from "#web/text/auth.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./auth.module.css";
import { AuthCard } from "./auth-card.tsx";
import { useNext } from "./next.ts";
import { PasswordField } from "./password-field.tsx";

const text = authText.login;

/** Signs in. */
export default function LoginPage() {
  const { query, go, next } = useNext();
  const form = useForm(loginRoute, { onDone: go });
  if (useUser()) return <Navigate to={next} replace />;
  return (
    <AuthCard
      title={text.title}
      text={text.text}
      colors={SHOW_OUTFITS[1]}
      mood="wink"
      other={
        <>
          {text.other} <TextLink to={`/register${query}`}>{text.otherLink}</TextLink>
        </>
      }
    >
      {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      <form {...form.props} className={styles.form}>
        <TextField
          name="login"
          label={authText.nameOrEmail}
          errors={form.errors.login}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField
          name="password"
          label={authText.password}
          errors={form.errors.password}
          autoComplete="current-password"
          required
        />
        <p className={styles.forgot}>
          <TextLink to="/forgot-password">{text.forgot}</TextLink>
        </p>
        <Button type="submit" variant="primary" size="l" full busy={form.busy}>
          {text.submit}
        </Button>
      </form>
    </AuthCard>
  );
}
