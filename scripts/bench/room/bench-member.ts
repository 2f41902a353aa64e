import { fetchJson, jsonPost } from "../../host/host-api.ts";
import type { BenchUser } from "../chat/crowd.ts";
import type { SocketTraffic } from "./socket-traffic.ts";

/** A signed-in user for `RoomBot`, whose sockets are counted. */
export class BenchMember {
  readonly #url: string;
  readonly #user: BenchUser;
  readonly #traffic: SocketTraffic;

  constructor(url: string, user: BenchUser, traffic: SocketTraffic) {
    this.#url = url;
    this.#user = user;
    this.#traffic = traffic;
  }

  async post<T>(path: string, input: object = {}): Promise<T> {
    const { data } = await fetchJson(this.#url + path, jsonPost(input, this.#user.writeHeaders));
    return data as T;
  }

  async getWithHeaders<T>(path: string): Promise<{ data: T; headers: Headers }> {
    const { data, response } = await fetchJson(this.#url + path, { headers: this.#user.headers });
    return { data: data as T, headers: response.headers };
  }

  openSocket(path: string): WebSocket {
    return this.#traffic.open(this.#url + path, this.#user.headers);
  }
}
