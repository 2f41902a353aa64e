import { useState } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import { twoFactorGenerateRoute } from "#domain/security/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { Panel, PanelRow } from "#web/ui/panel.tsx";
import { EnableTwoFactorForm } from "./enable-two-factor-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import styles from "./security.module.css";
import { securityText } from "./text/security.ts";
import { DisableTwoFactorForm, RenewCodesForm } from "./two-factor-forms.tsx";

const text = securityText;

/** The modal that is open. */
type OpenModal =
  | { step: "scan"; setUp: OutputOf<typeof twoFactorGenerateRoute> }
  | { step: "codes"; codes: string[] }
  | { step: "renew" | "off" }
  | null;

export interface TwoFactorPanelProps {
  on: boolean;
  codesLeft: number;
  onChanged: () => void;
}

/** The state of two-factor authentication, with buttons to change it. */
export function TwoFactorPanel({ on, codesLeft, onChanged }: TwoFactorPanelProps) {
  const [openModal, setOpenModal] = useState<OpenModal>(null);
  const close = () => setOpenModal(null);
  const showCodes = (codes: string[]) => {
    setOpenModal({ step: "codes", codes });
    onChanged();
  };
  const setUp = useAction(() => call(twoFactorGenerateRoute, { input: {} }), {
    onDone: (response) => setOpenModal({ step: "scan", setUp: response }),
    errors: "inline",
  });
  return (
    <Panel heading={text.twoFactor} text={text.twoFactorText}>
      {setUp.failure && <Banner onDismiss={setUp.dismiss}>{setUp.failure}</Banner>}
      <PanelRow
        actions={
          on ? (
            <>
              <Button onClick={() => setOpenModal({ step: "renew" })}>{text.newCodes}</Button>
              <Button onClick={() => setOpenModal({ step: "off" })}>{text.turnOff}</Button>
            </>
          ) : (
            <Button variant="primary" busy={setUp.busy} onClick={() => setUp.run()}>
              {text.turnOn}
            </Button>
          )
        }
      >
        <Badge tone={on ? "playing" : "accent"}>{on ? text.on : text.off}</Badge>
        {on && <p className={styles.hint}>{text.codesLeft(codesLeft)}</p>}
      </PanelRow>
      {openModal?.step === "scan" && (
        <EnableTwoFactorForm setUp={openModal.setUp} onClose={close} onDone={showCodes} />
      )}
      {openModal?.step === "codes" && <RecoveryCodes codes={openModal.codes} onClose={close} />}
      {openModal?.step === "renew" && <RenewCodesForm onClose={close} onDone={showCodes} />}
      {openModal?.step === "off" && <DisableTwoFactorForm onClose={close} onChanged={onChanged} />}
    </Panel>
  );
}
