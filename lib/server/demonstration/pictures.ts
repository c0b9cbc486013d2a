import { pictureFolders, pictures } from '@/db/seed/shop/pictures'
import { shop } from '@/db/seed/shop/shop'
import * as tables from '@/db/tables'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'

const addressOf = (name: string) => `/demo/${name}`

/** By the path of the picture. */
function namesOfShown(): Map<string, string> {
  const { products, categories, themes, banners, articles } = shop
  return new Map([
    ...articles.flatMap(({ image_url, title }) => (image_url ? [[image_url, title] as const] : [])),
    ...banners.flatMap(({ items }) => items.map(({ image_url, title }) => [image_url, title] as const)),
    ...themes.flatMap(({ topic_image_url, head_image_url, name }) =>
      [topic_image_url, head_image_url].map((url) => [url, name] as const),
    ),
    ...categories.map(({ image_url, name }) => [image_url, name] as const),
    ...products.flatMap(({ images, skus, name }) => [
      ...skus.flatMap(({ image_url, spec_values }) =>
        image_url ? [[image_url, [name, ...spec_values].join(' ')] as const] : [],
      ),
      ...images.map((url) => [url, name] as const),
    ]),
  ])
}

/** Before records refer to the pictures: triggers record uses only of files that exist. */
export async function createPictures(
  tx: Database,
  { by, created_at }: { by: number; created_at: Date },
): Promise<void> {
  const since = { created_at, updated_at: created_at, updated_by: by }
  const folders = await tx
    .insert(tables.file_folder)
    .values(Object.values(pictureFolders).map((name) => ({ ...since, name })))
    .returning({ id: tables.file_folder.id, name: tables.file_folder.name })
  const shown = namesOfShown()
  const mime = 'image/webp'
  const files = await tx
    .insert(tables.file)
    .values(
      pictures.map(([name, width, height, size, source_sha256]) => ({
        ...since,
        name,
        width,
        height,
        size,
        source_sha256,
        mime,
        kind: 'image' as const,
        alt: shown.get(addressOf(name)) ?? '',
        folder_id: found(
          folders.find((folder) => folder.name === pictureFolders[name[0] ?? '']),
          'folder',
        ).id,
        uploaded_by: by,
      })),
    )
    .returning({ id: tables.file.id, name: tables.file.name, size: tables.file.size })
  await tx.insert(tables.file_object).values(
    files.map(({ id, name, size }) => ({
      storage: 'bundled' as const,
      key: `demo/${name}`,
      url: addressOf(name),
      mime,
      size,
      file_id: id,
    })),
  )
}
