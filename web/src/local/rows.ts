/** Tables as rows in IndexedDB. A write is one transaction, and it is on disk when its promise resolves. */

const NAME = "bunfight";
const STORE = "rows";

const opened = (): Promise<IDBDatabase> =>
  new Promise((done, failed) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error("storage"));
  });

let database: Promise<IDBDatabase> | undefined;
const db = (): Promise<IDBDatabase> => (database ??= opened());

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((done, failed) => {
    transaction.oncomplete = () => done();
    transaction.onabort = transaction.onerror = () => failed(transaction.error ?? new Error("storage"));
  });

export const rows = {
  /** Fails where the browser does not let the page store anything. */
  async open(): Promise<void> {
    await db();
  },
  async read(): Promise<Map<string, Uint8Array>> {
    const transaction = (await db()).transaction(STORE);
    const store = transaction.objectStore(STORE);
    const [keys, values] = [store.getAllKeys(), store.getAll()];
    await finished(transaction);
    return new Map(keys.result.map((key, i) => [String(key), values.result[i] as Uint8Array]));
  },
  async write(keys: string[], bodies: Uint8Array[], deleted: string[]): Promise<void> {
    const transaction = (await db()).transaction(STORE, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(STORE);
    keys.forEach((key, i) => store.put(bodies[i], key));
    for (const key of deleted) store.delete(key);
    await finished(transaction);
  },
};
