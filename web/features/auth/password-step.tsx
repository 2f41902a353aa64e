import { useState } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import { loginRoute } from "#domain/auth/sign-in/api.ts";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import { useForm } from "#web/lib/form.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { CurrentPasswordField } from "#web/ui/password-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./auth.module.css";
import { AuthCard } from "./auth-card.tsx";
import { authText } from "./text/auth.ts";

const text = authText.login;

export interface PasswordStepProps {
  /** Passes the destination on to the sign-up page. */
  query: string;
  /** The name entered before. */
  login: string;
  /** The error that sent the user back to this step. */
  failure: string | undefined;
  onDone: (login: string, response: OutputOf<typeof loginRoute>) => void;
}

/** Username or email, and password. */
export function PasswordStep({ query, login: initialLogin, failure, onDone }: PasswordStepProps) {
  const [login, setLogin] = useState(initialLogin);
  const [previousFailure, setPreviousFailure] = useState(failure);
  const form = useForm(loginRoute, { onDone: (response) => onDone(login, response) });
  const problem = form.failure ?? previousFailure;
  return (
    <AuthCard
      title={text.title}
      text={text.text}
      colors={SHOW_OUTFITS[1]}
      other={
        <>
          {text.other} <TextLink to={`/register${query}`}>{text.otherLink}</TextLink>
        </>
      }
    >
      {problem && (
        <Banner
          onDismiss={() => {
            form.dismiss();
            setPreviousFailure(undefined);
          }}
        >
          {problem}
        </Banner>
      )}
      <form {...form.props} className={styles.form}>
        <TextField
          name="login"
          label={authText.nameOrEmail}
          errors={form.errors.login}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={login}
          onChange={(event) => setLogin(event.target.value)}
          required
        />
        <CurrentPasswordField errors={form.errors.password} />
        <p className={styles.forgot}>
          <TextLink standalone to="/forgot-password">
            {text.forgot}
          </TextLink>
        </p>
        <Button type="submit" variant="primary" size="l" full busy={form.busy}>
          {text.submit}
        </Button>
      </form>
    </AuthCard>
  );
}
