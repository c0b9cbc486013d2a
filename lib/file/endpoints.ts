import { multipart } from '@/lib/api/body'
import { customer, endpoint } from '@/lib/api/endpoint'
import { consume } from '@/lib/api/limits'
import { tooMany } from '@/lib/api/problem'
import * as example from './example'
import { maxPictureSize, quotaBytes } from './limits'
import { ownPicture } from './pictures'
import { Picture } from './schema'
import { storeFile } from './store'
import { pictureTypes } from './types'

const daySeconds = 86_400

export const uploadPicture = endpoint({
  method: 'POST',
  path: '/v1/file',
  summary: 'Upload a picture of mine',
  description:
    'For wx.uploadFile with the name "file": JPEG, PNG, WebP, GIF or AVIF of at most 4 MiB. The id is used in other requests, such as avatar_id of PUT /v1/user; a picture that is not used within a day is removed. The url works for an hour.',
  access: customer,
  body: multipart({ file: { limit: maxPictureSize }, fields: {} }),
  output: Picture,
  status: 201,
  problems: ['too_many_requests', 'quota_exceeded', 'storage_full', 'provider_error'],
  example: { body: {}, output: example.picture },
  async prepare({ db, body, settings, caller }) {
    const most = settings['limit.pictures_per_day']
    const { points, retry_after } = await consume(db, `pictures:${caller.user_id}`, daySeconds)
    if (points > most) throw tooMany('too_many_requests', 'pictures', most, retry_after)
    return storeFile(body.file, { allowed: pictureTypes, quota: quotaBytes(settings), as: 'picture' })
  },
  handle: ({ db, prepared, caller }) => ownPicture(db, prepared, caller.user_id),
})
