import { Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./hosts.module.css";
import { hostsText as text } from "./text.ts";

interface HostKeyModalProps {
  name: string;
  value: string;
  onClose: () => void;
}

/** Shows a key once. Only closes by its button, or after the key was copied. */
export function HostKeyModal({ name, value, onClose }: HostKeyModalProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      toast(text.copied, { tone: "good" });
    } catch {
      toast(text.copyFailed, { tone: "bad" });
    }
  };
  return (
    <Modal
      open
      alert
      title={text.keyTitle(name)}
      text={text.keyText}
      onClose={() => copied && onClose()}
      footer={
        <Button variant={copied ? "primary" : "plain"} onClick={onClose}>
          {text.done}
        </Button>
      }
    >
      <p className={styles.key}>
        <span className="sr-only">{text.key}: </span>
        <code>{value}</code>
      </p>
      <Button variant={copied ? "plain" : "primary"} icon={Copy} full onClick={() => void copy()}>
        {text.copy}
      </Button>
      <p className={styles.small}>{text.keyUse}</p>
    </Modal>
  );
}
