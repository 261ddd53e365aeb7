// Everything that is kept in the browser: one database for each course, strict about the disk.

const TABLES = ["answers", "marks", "memories", "settings"];

export function nameDatabase(id, isAuthor) {
  return `${isAuthor ? "ptquiz-preview" : "ptquiz"} ${id}`;
}

function settle(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function openDatabase(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    const answers = request.result.createObjectStore("answers", { keyPath: "uid" });
    answers.createIndex("card", ["course", "lang", "card"]);
    answers.createIndex("recent", ["lang", "at"]);
    request.result.createObjectStore("marks", { keyPath: "uid" }).createIndex("lang", "lang");
    request.result.createObjectStore("memories", { keyPath: "key" }).createIndex("lang", "lang");
    request.result.createObjectStore("settings", { keyPath: "name" });
  };
  const blocked = new Promise((_, reject) => {
    request.onblocked = () => reject(new Error("blocked"));
  });
  return Promise.race([settle(request), blocked]);
}

class Store {
  constructor(database) {
    this.database = database;
    database.onversionchange = () => database.close(); // the data are removed in another tab
  }

  // What `act` asks for is on the disk when the promise is kept; if it throws, nothing is.
  async change(act) {
    const work = this.database.transaction(TABLES, "readwrite", { durability: "strict" });
    const done = new Promise((resolve, reject) => {
      work.oncomplete = resolve;
      work.onabort = () => reject(work.error || new Error("aborted"));
    });
    const begin = async () => act(new Tables(work));
    try {
      const [result] = await Promise.all([begin(), done]);
      return result;
    } catch (error) {
      if (!work.error) work.abort();
      throw error;
    }
  }

  // Whether something that is written is there afterwards.
  async tryOut() {
    const trial = { name: "trial", value: Date.now() };
    try {
      await this.change((tables) => tables.put("settings", trial));
      const found = await this.read().get("settings", "trial");
      return Boolean(found) && found.value === trial.value;
    } catch {
      return false;
    }
  }

  read() {
    return new Tables(this.database.transaction(TABLES, "readonly"));
  }
}

class Tables {
  constructor(work) {
    this.work = work;
  }

  put(table, row) {
    return settle(this.work.objectStore(table).put(row));
  }

  remove(table, key) {
    return settle(this.work.objectStore(table).delete(key));
  }

  get(table, key) {
    return settle(this.work.objectStore(table).get(key));
  }

  listAll(table) {
    return settle(this.work.objectStore(table).getAll());
  }

  listBy(table, index, key) {
    return settle(this.work.objectStore(table).index(index).getAll(key));
  }

  // The answers in a language since a time.
  listRecent(lang, since) {
    const index = this.work.objectStore("answers").index("recent");
    return settle(index.getAll(IDBKeyRange.bound([lang, since], [lang, Infinity])));
  }

  clear() {
    return Promise.all(TABLES.map((table) => settle(this.work.objectStore(table).clear())));
  }
}

// The store of a course: null where the browser has none.
export async function openStore(name) {
  try {
    return new Store(await openDatabase(name));
  } catch {
    return null;
  }
}
