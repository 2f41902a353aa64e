import { useState } from "react";
import { createHostRoute, editHostRoute, type Host } from "#domain/hosts/api.ts";
import { HOST_REGION_NAMES } from "#domain/hosts/host-regions.ts";
import { HOST_LIMITS } from "#domain/hosts/limits.ts";
import { type FormState, useForm } from "#web/lib/form.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./hosts.module.css";
import { hostsText as text } from "./text.ts";

const REGIONS = HOST_REGION_NAMES.map((value) => ({ value, label: text.regions[value] }));
const DEFAULT_CAPACITY = 100;

function Fields({ form, host }: { form: FormState; host?: Host }) {
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
        label={text.ipAddress}
        name="ip_address"
        defaultValue={host?.ip_address}
        placeholder={text.ipAddressExample}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={text.ipAddressHint}
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
          defaultValue={host?.capacity ?? DEFAULT_CAPACITY}
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
  /** Called with the new host. Only this response contains its key. */
  onDone: (response: { host: Host; key: string }) => void;
}

/** The modal to register a host. */
export function RegisterHostForm({ onClose, onDone }: RegisterProps) {
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

/** The modal to edit a host. */
export function EditHostForm({ host, onClose, onDone }: EditProps) {
  const form = useForm(editHostRoute, {
    params: { id: host.id },
    onDone: (response) => {
      toast(text.saved(response.host.name), { tone: "good" });
      onDone(response.host);
    },
  });
  return (
    <FormModal form={form} onClose={onClose} title={text.editTitle(host.name)} submit={text.save}>
      <Fields form={form} host={host} />
    </FormModal>
  );
}
