import { useState } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import { twoFactorGenerateRoute } from "#domain/security/api.ts";
import { useAct } from "#web/lib/act.ts";
import { call } from "#web/lib/api.ts";
import { securityText } from "#web/text/security.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { Panel, PanelRow } from "#web/ui/panel.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import styles from "./security.module.css";
import { TurnOn } from "./turn-on.tsx";
import { MakeCodes, TurnOff } from "./two-factor-forms.tsx";

const text = securityText;

/** What lies over the page. */
type Over =
  | { step: "scan"; setUp: OutputOf<typeof twoFactorGenerateRoute> }
  | { step: "codes"; codes: string[] }
  | { step: "renew" | "off" }
  | null;

export interface TwoFactorPanelProps {
  on: boolean;
  codesLeft: number;
  onChanged: () => void;
}

/** Whether signing in wants a code besides the password, and how to change that. */
export function TwoFactorPanel({ on, codesLeft, onChanged }: TwoFactorPanelProps) {
  const [over, setOver] = useState<Over>(null);
  const close = () => setOver(null);
  const showCodes = (codes: string[]) => {
    setOver({ step: "codes", codes });
    onChanged();
  };
  const begin = useAct(async () =>
    setOver({ step: "scan", setUp: await call(twoFactorGenerateRoute, { input: {} }) }),
  );
  return (
    <Panel heading={text.twoFactor} text={text.twoFactorText}>
      {begin.failure && <Banner onDismiss={begin.dismiss}>{begin.failure}</Banner>}
      <PanelRow
        acts={
          on ? (
            <>
              <Button onClick={() => setOver({ step: "renew" })}>{text.newCodes}</Button>
              <Button onClick={() => setOver({ step: "off" })}>{text.turnOff}</Button>
            </>
          ) : (
            <Button variant="primary" busy={begin.busy} onClick={begin.run}>
              {text.turnOn}
            </Button>
          )
        }
      >
        <Badge tone={on ? "playing" : "accent"}>{on ? text.on : text.off}</Badge>
        {on && <p className={styles.hint}>{text.codesLeft(codesLeft)}</p>}
      </PanelRow>
      {over?.step === "scan" && <TurnOn setUp={over.setUp} onClose={close} onDone={showCodes} />}
      {over?.step === "codes" && <RecoveryCodes codes={over.codes} onClose={close} />}
      {over?.step === "renew" && <MakeCodes onClose={close} onDone={showCodes} />}
      {over?.step === "off" && <TurnOff onClose={close} onChanged={onChanged} />}
    </Panel>
  );
}
