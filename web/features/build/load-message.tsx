import { Blocks, FileUp, Hammer, RotateCw } from "lucide-react";
import { Missing, type MissingProps } from "#web/components/missing.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import styles from "./builder-screen.module.css";
import type { BuilderProblem } from "./load-builder.ts";
import { builderLoadText as text } from "./text/builder.ts";

export function FullPageMessage(props: MissingProps) {
  return (
    <div className={styles.message} role="alert">
      <Missing {...props} />
    </div>
  );
}

interface LoadMessageProps {
  problem: BuilderProblem;
  detail: string | null;
  levelUrl: string;
  onRetry: () => void;
}

export function LoadMessage({ problem, detail, levelUrl, onRetry }: LoadMessageProps) {
  if (problem === "missing") {
    return (
      <FullPageMessage title={text.missingTitle} text={text.missing}>
        <LinkButton icon={Blocks} to="/levels">
          {text.browse}
        </LinkButton>
        <LinkButton variant="primary" icon={Hammer} to="/build/new">
          {text.create}
        </LinkButton>
      </FullPageMessage>
    );
  }
  const back = <LinkButton to={levelUrl}>{text.back}</LinkButton>;
  if (problem === "no_webgl") {
    return (
      <FullPageMessage title={text.noWebGlTitle} text={text.noWebGl}>
        {back}
        <LinkButton variant="primary" icon={FileUp} to={`${levelUrl}/edit`}>
          {text.upload}
        </LinkButton>
      </FullPageMessage>
    );
  }
  return (
    <FullPageMessage title={text.failedTitle} text={detail ?? text.failed[problem]}>
      {back}
      <Button variant="primary" icon={RotateCw} onClick={onRetry}>
        {text.retry}
      </Button>
    </FullPageMessage>
  );
}
