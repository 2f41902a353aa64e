import { useState } from "react";
import { Navigate } from "react-router";
import { useUser } from "#web/lib/user.ts";
import { useNext } from "../next.ts";
import { PasswordStep } from "../password-step.tsx";
import { SecondStep } from "../second-step.tsx";

/** Restored when the second step goes back: the login name, and the error that caused it. */
interface SignInAttempt {
  login: string;
  failure?: string | undefined;
}

/** Signs in with a password, and with a code if two-factor authentication is on. */
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
