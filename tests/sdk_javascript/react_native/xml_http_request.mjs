/** The one part of React Native that is no JavaScript: requests. As there, a body is whole or not there yet. */

import { request as send } from "node:http";

export class XMLHttpRequest {
  status = 0;
  statusText = "";
  response = "";
  #method;
  #headers = {};
  #request;
  #received = [];

  open(method, address) {
    this.#method = method;
    this.responseURL = address;
  }

  setRequestHeader(name, value) {
    this.#headers[name] = value;
  }

  getAllResponseHeaders() {
    return this.#received.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  }

  send(body) {
    this.#request = send(this.responseURL, { method: this.#method, headers: this.#headers });
    this.#request.on("response", (response) => this.#receive(response));
    this.#request.on("error", () => this.onerror());
    this.#request.end(body);
  }

  #receive(response) {
    response.setEncoding("utf8");
    response.on("data", (text) => {
      this.response += text;
    });
    response.on("end", () => {
      Object.assign(this, { status: response.statusCode, statusText: response.statusMessage });
      this.#received = Object.entries(response.headers);
      this.onload();
    });
  }

  abort() {
    this.onerror = () => {};
    this.#request.destroy();
    this.onabort();
  }
}
