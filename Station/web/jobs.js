// Jobs of the station, whose progress arrives as server-sent events.
import { request } from "/web/network.js";

// Calls `show` for each state of a job, and resolves to the last one.
export function follow(job, show) {
  return new Promise((resolve, reject) => {
    const events = new EventSource("/events");
    const take = (told) => {
      show(told);
      if (told.state === "running") return;
      events.close();
      resolve(told);
    };
    events.addEventListener("job", (event) => {
      const told = JSON.parse(event.data);
      if (told.id === job.id) take(told);
    });
    // The browser reconnects automatically. If the station was restarted, the job may no longer exist.
    events.addEventListener("error", async () => {
      const answer = await request(job.path).catch(() => null);
      if (answer?.ok) return take(await answer.json());
      events.close();
      reject(new Error());
    });
  });
}

export function stop(job) { return request(job.path, { method: "DELETE" }).catch(() => {}); }
