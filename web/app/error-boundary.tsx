import { RotateCw } from "lucide-react";
import { Component, type ReactNode } from "react";
import { shellText } from "#web/text/shell.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState } from "#web/ui/states.tsx";

interface Props {
  /** The page's address: another one is another try. */
  at: string;
  children: ReactNode;
}

/** A chunk that is gone means that a newer build is out. */
const isOldBuild = (error: unknown) =>
  error instanceof Error && /dynamically imported module|importing a module|preload/i.test(error.message);

function Broken({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const old = isOldBuild(error);
  return (
    <Page title={shellText.brokenTitle} heading={null}>
      <div role="alert">
        <EmptyState
          title={shellText.brokenTitle}
          text={old ? shellText.updated : shellText.broken}
          art={<Bopi mood="sad" />}
        >
          <Button
            variant="primary"
            icon={RotateCw}
            onClick={() => (old ? window.location.reload() : onRetry())}
          >
            {shellText.reload}
          </Button>
          <LinkButton to="/">{shellText.backHome}</LinkButton>
        </EmptyState>
      </div>
    </Page>
  );
}

/** Keeps a page that throws from taking the frame with it. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate(previous: Props): void {
    if (this.state.error && previous.at !== this.props.at) this.setState({ error: null });
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return <Broken error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
}
