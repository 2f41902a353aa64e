import { Component, type ReactNode } from "react";

/** Keeps what goes wrong in a part to that part: it is gone, and `onFail` decides what stands there instead. */
export class Guard extends Component<{ onFail: () => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onFail();
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
