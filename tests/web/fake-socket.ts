/** A socket that is open, and all that a page has opened, oldest first. */
export class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly opened: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSocket.opened.push(this);
  }

  send(): void {}
  close(): void {}

  emit(type: string, fields: object): void {
    this.dispatchEvent(Object.assign(new Event(type), fields));
  }

  event(event: object): void {
    this.emit("message", { data: JSON.stringify(event) });
  }

  cut(code = 1006): void {
    this.emit("close", { code });
  }
}
