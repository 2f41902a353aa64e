import { useState } from "react";
import { Navigate } from "react-router";
import { useUser } from "#web/lib/user.ts";
import { useNext } from "./next.ts";
import { PasswordStep } from "./password-step.tsx";
import { SecondStep } from "./second-step.tsx";

/** What the second step leads back to: why, and who was signing in. */
interface Began {
  login: string;
  failure?: string | undefined;
}

/** Signs in: by password, and by a code where the account wants one. */
export default function LoginPage() {
  const { query, go, next } = useNext();
  const [began, setBegan] = useState<Began>({ login: "" });
  const [isSecond, setSecond] = useState(false);
  if (useUser()) return <Navigate to={next} replace />;
  if (isSecond) {
    return (
      <SecondStep
        onDone={go}
        onBack={(failure) => {
          setBegan((before) => ({ ...before, failure }));
          setSecond(false);
        }}
      />
    );
  }
  return (
    <PasswordStep
      query={query}
      login={began.login}
      failure={began.failure}
      onDone={(login, { two_factor }) => {
        setBegan({ login });
        if (two_factor) setSecond(true);
        else go();
      }}
    />
  );
}
