import type { Client } from 'pg'
import type { Options } from './bench'
import type { Load } from './load'
import { measurePages } from './pages'
import { addRoot, createShop, renewStatistics, withClient } from './shop'

const files = 10_000
const folders = 200

/** Measures the page of files with 10,000 pictures in 200 folders: all of them, a folder, a search and what is not used. */
export async function filesPage(postgres_url: string, load: Load, options: Options) {
  const database_url = await createShop(postgres_url, 'bench_files')
  const { token, folder } = await withClient(database_url, async (client) => {
    const token = await addRoot(client)
    return { token, folder: await addFiles(client) }
  })
  await renewStatistics(database_url)
  const paths = ['', `?folder_id=${folder}`, '?q=999', '?unused=30', '?sort=name'].map((query) => `/admin/file${query}`)
  return measurePages({ name: 'files', database_url, token, pathsOf: () => ['/admin', ...paths] }, load, options)
}

/**
 * Adds rows of pictures with an original and four variants each, every second one used by a category, in folders of
 * which every second one is below another. Without bytes, which no page reads. Returns the id of a folder.
 */
async function addFiles(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `with top as (
      insert into file_folder (name) select '文件夹 ' || n from generate_series(1, $1::int / 2) n returning id
    ), below as (
      insert into file_folder (name, parent_id) select '文件夹 ' || id, id from top returning id
    )
    select id from top union all select id from below`,
    [folders],
  )
  const ids = rows.map(({ id }) => id)
  await client.query(
    `with made as (
      insert into file (folder_id, name, alt, kind, mime, size, width, height, source_sha256, uploaded_by, created_at)
      select ($2::int[])[1 + n % cardinality($2::int[])], 'IMG_' || lpad(n::text, 5, '0') || '.jpg', '一碗新茶 ' || n, 'image', 'image/jpeg',
        100000 + n * 37 % 900000, 2000, 1500, encode(sha256(('file ' || n)::bytea), 'hex'), (select min(id) from "user" where is_root),
        now() - make_interval(mins => ($1 - n) * 20)
      from generate_series(1, $1::int) n returning id
    ), stored as (
      insert into file_object (storage, key, url, mime, size, file_id, width)
      select 'local', 'tools/bench/' || id || '-' || coalesce(width::text, 'original'), '/files/bench/' || id || '-' || coalesce(width::text, 'original'),
        'image/webp', 20000, id, width
      from made, (values (null), (160), (480), (960), (1600)) widths (width) returning 1
    )
    insert into file_use (file_id, "table", record_id, field) select id, 'category', id, 'image_url' from made where id % 2 = 0`,
    [files, ids],
  )
  return ids[0] ?? 0
}
