import { useState } from "react";
import { Navigate } from "react-router";
import type { OutputOf } from "#domain/api/route.ts";
import { loginRoute } from "#domain/auth/sign-in/api.ts";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import { secondStepRoute } from "#domain/security/api.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { CodeField } from "#web/ui/code-field.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { CurrentPasswordField } from "#web/ui/password-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "../auth.module.css";
import { AuthCard } from "../auth-card.tsx";
import { useNext } from "../next.ts";
import { authText } from "../text/auth.ts";

const passwordStepText = authText.login;

interface PasswordStepProps {
  /** Passes the destination on to the sign-up page. */
  query: string;
  login: string;
  /** The error that sent the user back to this step. */
  failure: string | undefined;
  onDone: (login: string, response: OutputOf<typeof loginRoute>) => void;
}

function PasswordStep({ query, login: initialLogin, failure, onDone }: PasswordStepProps) {
  const [login, setLogin] = useState(initialLogin);
  const [previousFailure, setPreviousFailure] = useState(failure);
  const form = useForm(loginRoute, { onDone: (response) => onDone(login, response) });
  const problem = form.failure ?? previousFailure;
  return (
    <AuthCard
      title={passwordStepText.title}
      text={passwordStepText.text}
      colors={SHOW_OUTFITS[1]}
      other={
        <>
          {passwordStepText.other} <TextLink to={`/register${query}`}>{passwordStepText.otherLink}</TextLink>
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
            {passwordStepText.forgot}
          </TextLink>
        </p>
        <Button type="submit" variant="primary" size="l" full busy={form.busy}>
          {passwordStepText.submit}
        </Button>
      </form>
    </AuthCard>
  );
}

const text = authText.secondStep;

interface SecondStepProps {
  onDone: () => void;
  onBack: (failure?: string) => void;
}

function Code({ recovery, onDone, onBack }: SecondStepProps & { recovery: boolean }) {
  const form = useForm(secondStepRoute, {
    send: async (input) => {
      try {
        return await call(secondStepRoute, { input });
      } catch (error) {
        // The sign-in attempt is over, so no code can be entered here.
        if (error instanceof ResponseError && error.code === "second_step_over") onBack(error.message);
        throw error;
      }
    },
    onDone,
  });
  return (
    <>
      {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      <form {...form.props} className={styles.form}>
        {recovery ? (
          <TextField
            name="recovery_code"
            label={text.recoveryCode}
            errors={form.errors.recovery_code}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
          />
        ) : (
          <CodeField label={text.code} errors={form.errors.code} autoFocus />
        )}
        <Button type="submit" variant="primary" size="l" full busy={form.busy}>
          {text.submit}
        </Button>
      </form>
    </>
  );
}

function SecondStep(props: SecondStepProps) {
  const [recovery, setRecovery] = useState(false);
  return (
    <AuthCard title={text.title} text={recovery ? text.recoveryText : text.text} colors={SHOW_OUTFITS[1]}>
      <Code {...props} recovery={recovery} key={String(recovery)} />
      <div className={styles.alternatives}>
        <Button variant="quiet" full onClick={() => setRecovery(!recovery)}>
          {recovery ? text.useCode : text.useRecovery}
        </Button>
        <Button variant="quiet" full onClick={() => props.onBack()}>
          {text.back}
        </Button>
      </div>
    </AuthCard>
  );
}

/** Restored when the second step goes back: the login name, and the error that caused it. */
interface SignInAttempt {
  login: string;
  failure?: string | undefined;
}

export default function LoginPage() {
  const { query, go, next } = useNext();
  const [attempt, setAttempt] = useState<SignInAttempt>({ login: "" });
  const [isSecondStep, setSecondStep] = useState(false);
  if (useUser()) return <Navigate to={next} replace />;
  if (isSecondStep) {
    return (
      <SecondStep
        onDone={go}
        onBack={(failure) => {
          setAttempt((previous) => ({ ...previous, failure }));
          setSecondStep(false);
        }}
      />
    );
  }
  return (
    <PasswordStep
      query={query}
      login={attempt.login}
      failure={attempt.failure}
      onDone={(login, { two_factor }) => {
        setAttempt({ login });
        if (two_factor) setSecondStep(true);
        else go();
      }}
    />
  );
}
