import { singleton } from '@/db/singleton'
import { customer, endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { tooMany } from '@/lib/kit/api/endpoint/problem'
import { multipart } from '@/lib/kit/api/run/body'
import { consume } from '@/lib/kit/api/run/limits'
import { Places } from '@/lib/kit/api/run/places'
import * as example from './example'
import { maxPictureSize, quotaOf } from './limits'
import { ownPicture } from './pictures'
import { Picture } from './schema'
import { storeFile } from './store'
import { pictureTypes } from './types'

const daySeconds = 86_400

/** Until a picture must have arrived. */
const uploadSeconds = 60

/** Each holds its bytes until they are stored. */
const sending = () =>
  singleton('pictures.sending', () => new Places({ atOnce: 2, policy: 'pictures_at_once', work: 'uploads under way' }))

export const uploadPicture = endpoint({
  method: 'POST',
  path: '/v1/file',
  summary: 'Upload a picture of mine',
  description:
    'For wx.uploadFile with the name "file": JPEG, PNG, WebP, GIF or AVIF of at most 4 MiB, of which two may be sent at a time, each within 60 seconds. It is stored as JPEG or WebP with at most 1600 pixels a side; of an animation, the first frame. The id is used in other requests, such as avatar_id of PUT /v1/user; a picture that is not used within a day is removed. The url works for an hour.',
  access: customer,
  body: multipart({ file: { limit: maxPictureSize, seconds: uploadSeconds }, fields: {} }),
  output: Picture,
  status: 201,
  problems: ['too_many_requests', 'quota_exceeded', 'storage_full', 'provider_error'],
  example: { body: {}, output: example.picture },
  async admit({ db, settings, caller: { user_id } }) {
    const leave = sending().take(user_id)
    try {
      const most = settings['limit.pictures_per_day']
      const { points, retry_after } = await consume(db, `pictures:${user_id}`, daySeconds)
      if (points > most) throw tooMany('too_many_requests', 'pictures', most, retry_after)
      return leave
    } catch (error) {
      leave()
      throw error
    }
  },
  prepare: ({ body, settings, caller }) =>
    storeFile(body.file, { allowed: pictureTypes, quota: quotaOf(settings), customer: caller.user_id }),
  handle: ({ db, prepared, caller }) => ownPicture(db, prepared, caller.user_id),
})
