import { useState } from "react";
import { createHostRoute, editHostRoute, type Host } from "#domain/hosts/api.ts";
import { HOST_LIMITS } from "#domain/hosts/limits.ts";
import { HOST_REGION_NAMES } from "#domain/hosts/regions.ts";
import { type Form, useForm } from "#web/lib/form.ts";
import { hostsText as text } from "#web/text/hosts.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./hosts.module.css";

const REGIONS = HOST_REGION_NAMES.map((value) => ({ value, label: text.regions[value] }));
const USUAL_CAPACITY = 100;

function Fields({ form, host }: { form: Form; host?: Host }) {
  const [name, setName] = useState(host?.name ?? "");
  return (
    <>
      <TextField
        label={text.name}
        name="name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        max={HOST_LIMITS.name}
        autoComplete="off"
        hint={text.nameHint}
        errors={form.errors.name}
      />
      <TextField
        label={text.address}
        name="ip_address"
        defaultValue={host?.ip_address}
        placeholder={text.addressExample}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={text.addressHint}
        errors={form.errors.ip_address}
      />
      <div className={styles.pair}>
        <Select
          label={text.region}
          name="region"
          options={REGIONS}
          defaultValue={host?.region ?? "weur"}
          hint={text.regionHint}
          errors={form.errors.region}
        />
        <TextField
          label={text.capacity}
          name="capacity"
          inputMode="numeric"
          defaultValue={host?.capacity ?? USUAL_CAPACITY}
          autoComplete="off"
          hint={text.capacityHint}
          errors={form.errors.capacity}
        />
      </div>
    </>
  );
}

interface RegisterProps {
  onClose: () => void;
  /** The host is there; its key is in this answer alone. */
  onDone: (answer: { host: Host; key: string }) => void;
}

/** The window in which a host is registered. */
export function RegisterHost({ onClose, onDone }: RegisterProps) {
  const form = useForm(createHostRoute, { onDone });
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title={text.registerTitle}
      text={text.registerText}
      submit={text.register}
    >
      <Fields form={form} />
    </FormModal>
  );
}

interface EditProps {
  host: Host;
  onClose: () => void;
  onDone: (host: Host) => void;
}

/** The window in which a host is changed. */
export function EditHost({ host, onClose, onDone }: EditProps) {
  const form = useForm(editHostRoute, {
    params: { id: host.id },
    onDone: (answer) => {
      toast(text.saved(answer.host.name), { tone: "good" });
      onDone(answer.host);
    },
  });
  return (
    <FormModal form={form} onClose={onClose} title={text.editTitle(host.name)} submit={text.save}>
      <Fields form={form} host={host} />
    </FormModal>
  );
}
