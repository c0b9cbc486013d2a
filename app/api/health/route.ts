/** The process runs. Says nothing of the database: a restart would not mend that. */
export const GET = () => Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } })
