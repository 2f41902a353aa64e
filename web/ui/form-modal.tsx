import { type ReactNode, useId } from "react";
import type { FormState } from "#web/lib/form.ts";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import styles from "./form-modal.module.css";
import { Modal, type ModalProps } from "./modal.tsx";
import { uiText } from "./text/ui.ts";

export interface FormModalProps extends Pick<ModalProps, "title" | "text" | "wide" | "onClose"> {
  form: FormState;
  /** The submit button's label, a verb. */
  submit: string;
  danger?: boolean;
  children: ReactNode;
}

/** A form in a modal. It can't be closed while it is being sent; errors show above the fields. */
export function FormModal({ form, submit, danger, onClose, children, ...head }: FormModalProps) {
  const id = useId();
  return (
    <Modal
      {...head}
      open
      onClose={() => !form.busy && onClose()}
      footer={
        <>
          <Button disabled={form.busy} onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button variant={danger ? "danger" : "primary"} type="submit" form={id} busy={form.busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className={styles.form}>
        {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
        {children}
      </form>
    </Modal>
  );
}
