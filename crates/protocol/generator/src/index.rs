//! The index of the generated files.

use std::fmt::Write;

use crate::{
    names::snake,
    render::HEADER,
    schema::{Schema, Versions},
};

/// Family, key and versions of a record.
pub(crate) type Keyed = Option<(String, i16, Versions)>;

/// The text of `mod.rs`: the modules, the records of the metadata log, lookups by key and name.
pub(crate) fn index(schemas: &[Schema], modules: &[(String, Keyed)]) -> String {
    let mut text = HEADER.to_owned() + "pub mod layouts;\n";
    for (name, _) in modules {
        let _ = writeln!(text, "pub mod {};", snake(name));
    }
    for (name, _) in modules {
        let _ = writeln!(text, "pub use {}::{name};", snake(name));
    }
    let records: Vec<_> = modules
        .iter()
        .filter_map(|(name, keyed)| match keyed {
            Some((family, key, versions)) if family == "metadata" => Some((name, *key, *versions)),
            _ => None,
        })
        .collect();
    let arms = |arm: &dyn Fn(&str, i16, Versions) -> String| {
        records.iter().map(|(name, key, versions)| arm(name, *key, *versions)).collect::<String>()
    };
    let structures = schemas.iter().filter_map(|schema| match schema {
        Schema::Record { name, family, .. } if family != "metadata" => Some(format!("\"{name}\",")),
        _ => None,
    });
    let _ = write!(
        text,
        "/// Names of what is no request, response or record of the metadata log: headers, the records
        /// of coordinators, what stands in files. For [`recode_by_name`].
        pub const STRUCTURES: &[&str] = &[{}];

        /// Any record of the metadata log.
        #[derive(Clone, Debug, PartialEq)]
        pub enum MetadataRecord {{ {} }}

        impl MetadataRecord {{
            /// Number of the record's type.
            #[must_use]
            pub fn api_key(&self) -> i16 {{ match self {{ {} }} }}

            /// Newest version of the record's type.
            #[must_use]
            pub fn newest_version(&self) -> i16 {{ match self {{ {} }} }}

            /// Writes the record's fields in the layout of `version`.
            ///
            /// # Errors
            /// When the version cannot carry a field that is set.
            pub fn encode(
                &self,
                encoder: &mut crate::codec::Encoder,
                version: i16,
            ) -> Result<(), crate::codec::EncodeError> {{
                use crate::codec::Message as _;
                match self {{ {} }}
            }}

            /// Reads the fields of a record of type `api_key`; `None` for a type that is not known.
            ///
            /// # Errors
            /// When the bytes are not such a record.
            pub fn decode(
                api_key: i16,
                decoder: &mut crate::codec::Decoder,
                version: i16,
            ) -> Result<Option<Self>, crate::codec::DecodeError> {{
                use crate::codec::Message as _;
                Ok(Some(match api_key {{ {} _ => return Ok(None) }}))
            }}
        }}\n\n{}",
        structures.collect::<String>(),
        arms(&|name, _, _| format!("{name}({name}),")),
        arms(&|name, key, _| format!("Self::{name}(_) => {key},")),
        arms(&|name, _, versions| format!("Self::{name}(_) => {},", versions.max)),
        arms(&|name, _, _| format!("Self::{name}(record) => record.encode(encoder, version),")),
        arms(&|name, key, _| format!("{key} => Self::{name}({name}::decode(decoder, version)?),")),
        arms(&|name, _, _| format!(
            "impl From<{name}> for MetadataRecord {{
                fn from(record: {name}) -> Self {{ Self::{name}(record) }}
            }}\n"
        )),
    );
    let recode: String = modules
        .iter()
        .map(|(name, _)| format!("\"{name}\" => recode::<{name}>(version, decoder),"))
        .collect();
    let requests: String = schemas
        .iter()
        .filter_map(|schema| match schema {
            Schema::Api { name, key, .. } => Some(format!(
                "crate::ApiKey({key}) => {name}Request::decode(decoder, version).map(|_| ()),"
            )),
            Schema::Record { .. } => None,
        })
        .collect();
    let _ = write!(
        text,
        "/// Decodes a request body only to see whether it is one; `None` for an API that has no
        /// schema. For fuzzing and for tools that look at traffic.
        pub fn check_request(
            key: crate::ApiKey,
            version: i16,
            decoder: &mut crate::codec::Decoder,
        ) -> Option<Result<(), crate::codec::DecodeError>> {{
            use crate::codec::Message as _;
            Some(match key {{ {requests} _ => return None }})
        }}

        /// Decodes the message called `name` and encodes it again; `None` for a name that has no
        /// schema. For tests against bytes of other implementations.
        pub fn recode_by_name(
            name: &str,
            version: i16,
            decoder: &mut crate::codec::Decoder,
        ) -> Option<Result<crate::codec::Encoder, String>> {{
            Some(match name {{ {recode} _ => return None }})
        }}

        fn recode<T: crate::codec::Message>(
            version: i16,
            decoder: &mut crate::codec::Decoder,
        ) -> Result<crate::codec::Encoder, String> {{
            let message = T::decode(decoder, version).map_err(|error| error.to_string())?;
            let mut encoder = crate::codec::Encoder::new();
            message.encode(&mut encoder, version).map_err(|error| error.to_string())?;
            Ok(encoder)
        }}\n"
    );
    text
}
