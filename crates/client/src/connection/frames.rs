//! Requests as frames: a length, a header, a body, in pieces that are not copied together.

use std::{collections::VecDeque, io::IoSlice};

use bytes::{Buf, Bytes};
use moldau_protocol::{
    ApiKey,
    codec::{EncodeError, Encoder, Message as _, Part, Request, parts_len},
    messages::RequestHeader,
};

/// Version of the request header: 2 has tagged fields.
fn request_header_version<R: Request>(version: i16) -> i16 {
    if version >= R::FLEXIBLE_FROM { 2 } else { 1 }
}

/// Version of the response header. That of ApiVersions is always 0, so that a client can read the
/// answer of a server that does not know the version it asked for.
pub(super) fn response_header_version<R: Request>(version: i16) -> i16 {
    i16::from(version >= R::FLEXIBLE_FROM && R::KEY != ApiKey::API_VERSIONS)
}

/// The whole frame of a request.
pub(super) fn encode<R: Request>(
    request: &R,
    version: i16,
    correlation_id: i32,
    client_id: &str,
) -> Result<Pieces, EncodeError> {
    let mut encoder = Encoder::new();
    RequestHeader {
        request_api_key: R::KEY.0,
        request_api_version: version,
        correlation_id,
        client_id: Some(client_id.to_owned()),
        ..RequestHeader::default()
    }
    .encode(&mut encoder, request_header_version::<R>(version))?;
    request.encode(&mut encoder, version)?;
    let parts = encoder.into_parts();
    let length = parts_len(&parts);
    let length = i32::try_from(length).map_err(|_| EncodeError::TooLong(length))?;
    let mut pieces = Pieces::default();
    pieces.0.push_back(Bytes::copy_from_slice(&length.to_be_bytes()));
    for part in parts {
        match part {
            Part::Bytes(bytes) => pieces.0.push_back(bytes),
            // Clients put bytes into their requests; a region that cannot be read would be one of
            // a server's own, which never goes this way.
            Part::Region(region) => {
                pieces.0.push_back(region.read().map_err(|_| EncodeError::TooLong(region.len()))?)
            }
        }
    }
    Ok(pieces)
}

/// Byte strings to be written one after the other, gathered by one system call.
#[derive(Debug, Default)]
pub(super) struct Pieces(VecDeque<Bytes>);

impl Buf for Pieces {
    fn remaining(&self) -> usize {
        self.0.iter().map(Bytes::len).sum()
    }

    fn chunk(&self) -> &[u8] {
        self.0.iter().find(|piece| !piece.is_empty()).map_or(&[], |piece| piece)
    }

    fn chunks_vectored<'a>(&'a self, slices: &mut [IoSlice<'a>]) -> usize {
        let full = self.0.iter().filter(|piece| !piece.is_empty());
        let mut count = 0;
        for (slice, piece) in slices.iter_mut().zip(full) {
            *slice = IoSlice::new(piece);
            count += 1;
        }
        count
    }

    fn advance(&mut self, mut count: usize) {
        while let Some(front) = self.0.front_mut() {
            if count < front.len() {
                front.advance(count);
                return;
            }
            count -= front.len();
            self.0.pop_front();
        }
        assert_eq!(count, 0, "advanced beyond the end");
    }
}
